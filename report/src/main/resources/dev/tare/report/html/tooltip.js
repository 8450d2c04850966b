/** What is known of a frame, beside the pointer, or below the frame that has the keyboard. */
class Tooltip {
  constructor(container, facts) {
    this.container = container;
    this.facts = facts;
  }

  show(view, x, y) {
    const box = this.container;
    box.replaceChildren(element("div", {class: "name"}, this.facts.title(view)), factTable(this.facts.facts(view)));
    box.append(...this.facts.notes(view).map((note) => element("div", {class: "note"}, note)));
    box.hidden = false;
    const {width, height} = box.getBoundingClientRect();
    box.style.left = Math.max(4, Math.min(x + 14, innerWidth - width - 8)) + "px";
    box.style.top = (y + 18 + height > innerHeight ? Math.max(4, y - height - 12) : y + 18) + "px";
  }

  hide() {
    this.container.hidden = true;
  }
}

function factTable(facts) {
  const rows = facts.map(([name, value]) => element("tr", {}, element("th", {scope: "row"}, name), element("td", {}, value)));
  return element("table", {class: "facts"}, element("tbody", {}, ...rows));
}
