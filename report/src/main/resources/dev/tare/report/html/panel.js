/** More callers or callees than this are counted and not listed. */
const MAX_NEIGHBOURS = 100;

/** Beside the graph: the frame that was chosen, and its method's callers and callees. */
class SidePanel {
  constructor(model, facts, choose) {
    this.model = model;
    this.facts = facts;
    this.choose = choose;
  }

  /** The frame that was chosen; null: a method was chosen in a table, and no frame. */
  showFrame(view) {
    const isShown = view !== null && this.facts.isMethod(view);
    byId("frame").hidden = !isShown;
    if (isShown) {
      const notes = this.facts.notes(view).map((note) => element("p", {class: "note"}, note));
      byId("frame").replaceChildren(element("h3", {}, "This frame"), factTable(this.facts.facts(view)), ...notes);
    }
  }

  showMethod() {
    const {model} = this;
    const isChosen = model.selected >= 0;
    byId("neighbours").hidden = !isChosen;
    if (!isChosen) {
      byId("method").textContent = "Choose a method in the graph or in the table.";
      byId("method-sums").replaceChildren();
      return;
    }
    const method = model.methods[model.selected];
    byId("method").textContent = method.title;
    byId("method-sums").replaceChildren(factTable(this.facts.ofMethod(model.selected)));
    byId("method-sums").append(...tierNotes(method.tier, model.data.sampledMode).map((note) => element("p", {class: "note"}, note)));
    const {callers, callees} = neighbours(model.topDown, model.topDownSums, model.selected);
    byId("callers").replaceChildren(this.table(callers));
    byId("callees").replaceChildren(this.table(callees));
  }

  table(entries) {
    if (entries.length === 0) {
      return element("p", {class: "note"}, "None");
    }
    const {model} = this;
    const body = element("tbody", {});
    for (const entry of entries.slice(0, MAX_NEIGHBOURS)) {
      const share = formatShare(leastTotal(entry.total, 0), model.due);
      const row = element("tr", {}, element("td", {}, this.name(entry.method)));
      row.append(element("td", {}, formatTotal(entry.total, 0, model.unit)), element("td", {}, share));
      if (!model.isSampled) {
        row.append(element("td", {}, formatMethodCalls(entry.calls, entry.callsKind)));
      }
      body.append(row);
    }
    const titles = ["Method", "Total", "Total [%]", ...(model.isSampled ? [] : ["Calls"])];
    const head = element("tr", {}, ...titles.map((title) => element("th", {scope: "col"}, title)));
    const table = element("table", {class: "neighbours"}, element("thead", {}, head), body);
    if (entries.length > MAX_NEIGHBOURS) {
      table.append(element("caption", {}, "and " + formatInt(entries.length - MAX_NEIGHBOURS) + " more"));
    }
    return table;
  }

  name(method) {
    if (method < 0) {
      return this.model.isInstrumented() ? "(outside instrumented methods)" : "(no method)";
    }
    const {brief, title} = this.model.methods[method];
    const button = element("button", {type: "button", class: "name", title}, brief);
    button.addEventListener("click", () => this.choose(method));
    return button;
  }
}
