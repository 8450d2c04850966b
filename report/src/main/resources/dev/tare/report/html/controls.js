/** Waits until nothing has come for a moment: a key is followed by others. */
const TYPING_MILLIS = 150;

function debounced(action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), TYPING_MILLIS);
  };
}

/** Does this with the control's value when another is chosen. */
function onChange(id, action) {
  byId(id).addEventListener("change", () => action(byId(id).value));
}

/** Does this with a text field's value when typing pauses. */
function onTyping(id, action) {
  const field = byId(id);
  field.addEventListener("input", debounced(() => action(field.value)));
}

/** Tabs (ARIA authoring practices): arrows move between them, and choose. */
function tabs(container, choose) {
  const buttons = [...container.querySelectorAll("[role=tab]")];
  const select = (button) => {
    markTab(container, button.dataset.value);
    choose(button.dataset.value);
  };
  for (const button of buttons) {
    button.addEventListener("click", () => select(button));
  }
  container.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step) {
      const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
      next.focus();
      select(next);
      event.preventDefault();
    }
  });
}

function markTab(container, value) {
  for (const button of container.querySelectorAll("[role=tab]")) {
    const isChosen = button.dataset.value === value;
    button.setAttribute("aria-selected", String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
  }
}

/** More threads than this are not listed: a pattern finds them, or a row of their table. */
const MAX_LISTED_THREADS = 1000;

function fillThreads(threads) {
  const select = byId("thread");
  select.append(element("option", {value: ""}, "all " + formatInt(threads.length)));
  threads.slice(0, MAX_LISTED_THREADS).forEach((thread, i) => select.append(element("option", {value: i}, threadName(thread))));
  if (threads.length > MAX_LISTED_THREADS) {
    const more = formatInt(threads.length - MAX_LISTED_THREADS) + " more: use the name pattern";
    select.append(element("option", {disabled: ""}, more));
  }
}

/** Lists a thread that is not: a select has no value without an option. */
function listThread(threads, value) {
  const select = byId("thread");
  const thread = /^\d+$/.test(value) ? threads[value] : undefined;
  if (thread && [...select.options].every((option) => option.value !== value)) {
    select.append(element("option", {value}, threadName(thread)));
  }
}

/** Puts text on the clipboard, also where the browser lets a page from disk not use the newer way. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (e) {
    const area = element("textarea", {"aria-hidden": "true"});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
