async function open() {
  try {
    const data = await readData(byId("data").textContent);
    byId("data").remove();
    byId("main").hidden = false;
    const page = data.diff ? diffPage(data) : new Page(data);
    page.restore();
    byId("status").textContent = "";
    document.documentElement.dataset.ready = Math.round(performance.now());
    window.tarePage = page;
  } catch (e) {
    byId("status").textContent = "This page could not be shown: " + e;
    throw e;
  }
}

open();
