/** The page's first line, and what unfolds from it. */
function fillHeading(data) {
  byId("command").textContent = visible(data.command);
  byId("command").title = visible(data.command);
  document.title = byId("title").textContent + " " + visible(data.command);
  const texts = new Map(data.heading);
  const parts = data.diff
    ? [texts.get("self")]
    : [visible(data.metric), texts.get("mode") && texts.get("mode") + " mode", texts.get("overhead")?.replace(/ \(.*/, ""), texts.get("budget")?.replace(/;.*/, "")];
  byId("summary").textContent = parts.filter(Boolean).map(visible).join(" · ");
  const warned = ["fallback", "warning"].filter((label) => texts.has(label));
  byId("warned").textContent = warned.length === 0 ? "" : "⚠ " + warned.join(", ");
  for (const [name, text] of data.heading) {
    byId("heading").append(element("div", {}, element("dt", {}, name), element("dd", {}, visible(text))));
  }
  if (data.rounded) {
    const text = "values of nodes, to what their overhead leaves certain; sums of methods hold";
    byId("heading").append(element("div", {}, element("dt", {}, "rounded"), element("dd", {}, text)));
  }
  fillSkipped(data.skipped);
}

function fillSkipped(skipped) {
  const most = 1000;
  byId("skipped-details").hidden = skipped.length === 0;
  for (const [name, reason] of skipped.slice(0, most)) {
    byId("skipped").append(element("li", {}, visible(name) + ": " + visible(reason)));
  }
  if (skipped.length > most) {
    byId("skipped").append(element("li", {}, "and " + formatInt(skipped.length - most) + " more"));
  }
}
