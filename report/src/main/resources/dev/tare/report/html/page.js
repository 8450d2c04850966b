/** The page: the controls, and what each of them changes. */
class Page {
  constructor(data, parts = {model: new ProfileModel(data)}) {
    this.data = data;
    this.model = parts.model;
    this.facts = parts.facts ?? new Facts(this.model);
    this.rows = parts.rows ?? new MethodRows(this.model);
    this.threadRows = new ThreadRows(this.model);
    this.tooltip = new Tooltip(byId("tooltip"), this.facts);
    this.panel = new SidePanel(this.model, this.facts, (method) => this.select(method));
    this.flame = new Flame(byId("graph"), (view) => this.facts.describe(view), {
      choose: (view) => this.choose(view),
      zoomOut: () => this.zoom(this.model.caller()),
      zoomReset: () => this.zoom({node: 0}),
      point: (view, x, y) => (view === null ? this.tooltip.hide() : this.tooltip.show(view, x, y)),
    });
    this.tables = {
      methods: new NumberTable("#methods", "Methods", (row) => this.chooseRow(row)),
      threads: new NumberTable("#threads", "Threads", (row) => this.chooseThread(String(row.thread))),
    };
    this.table = "methods";
    this.upwards = false;
    fillHeading(data);
    this.fillControls();
    this.listen();
  }

  fillControls() {
    fillThreads(this.data.threads);
    const kinds = this.model.kinds();
    byId("kind").append(...kinds.map(([value, text]) => element("option", {value}, text)));
    byId("kind").disabled = kinds.length === 1;
    byId("group").append(...this.rows.groupings().map(([value, text]) => element("option", {value}, text)));
  }

  listen() {
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    onChange("kind", () => this.compute());
    onChange("thread", (value) => this.chooseThread(value));
    onTyping("pattern", () => this.compute());
    onChange("drawn", () => this.draw());
    onChange("theme", (theme) => (document.documentElement.dataset.theme = theme));
    onChange("group", () => {
      this.say();
      this.fillTable();
    });
    onTyping("search", (text) => this.find(text));
    onTyping("filter", () => this.filter());
    byId("search-next").addEventListener("click", () => this.toFound(1));
    byId("search-previous").addEventListener("click", () => this.toFound(-1));
    byId("copy-markdown").addEventListener("click", () => this.copy(markdownOf));
    byId("copy-csv").addEventListener("click", () => this.copy(csvOf));
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    tabs(byId("views"), (view) => this.turn(view === "bottom-up"));
    tabs(byId("table-tabs"), (table) => this.openTable(table));
    pageKeys({
      "/": () => byId("search").focus(),
      "?": () => byId("help").showModal(),
      n: () => this.toFound(1),
      N: () => this.toFound(-1),
    });
    addEventListener("popstate", () => this.restore());
    let width = this.flame.width();
    new ResizeObserver(() => {
      if (this.flame.width() !== width) {
        width = this.flame.width();
        this.draw();
      }
    }).observe(byId("graph"));
  }

  /** Shows what the address says. */
  restore() {
    const state = stateOf(location.hash);
    const {model} = this;
    const isOption = (id, value) => [...byId(id).options].some((option) => option.value === value && !option.disabled);
    const set = (id, value) => (byId(id).value = isOption(id, value) ? value : byId(id).options[0].value);
    set("kind", state.values);
    listThread(this.data.threads, state.thread);
    set("thread", state.thread);
    set("drawn", state.drawn);
    set("group", state.group);
    byId("pattern").value = state.threads;
    byId("search").value = state.search;
    model.search = state.search;
    model.isBottomUp = state.view === "bottom-up";
    model.selected = state.method !== "" && model.methods[Number(state.method)] ? Number(state.method) : -1;
    markTab(byId("views"), state.view || "calls");
    this.table = state.table === "threads" ? "threads" : "methods";
    this.recompute();
    model.zoom(zoomOf(state.zoom, model));
    this.drawAll();
  }

  /** Writes what is shown into the address; where that is a step, Back leads back from it. */
  remember(isStep = false) {
    const {model} = this;
    const [first] = model.kinds()[0];
    const state = {
      view: model.isBottomUp ? "bottom-up" : "",
      values: model.kind === first ? "" : model.kind,
      thread: byId("thread").value,
      threads: byId("pattern").value,
      zoom: zoomText(model),
      search: model.search,
      method: model.selected < 0 ? "" : String(model.selected),
      table: this.table === "methods" ? "" : this.table,
      group: byId("group").value === "method" ? "" : byId("group").value,
      drawn: byId("drawn").value === "icicle" ? "" : byId("drawn").value,
    };
    const address = addressOf(state);
    if (address !== location.hash) {
      history[isStep ? "pushState" : "replaceState"](null, "", location.pathname + location.search + address);
    }
  }

  /** Computes anew, and shows it; what was zoomed to stays, where it is still there. */
  compute() {
    this.recompute();
    this.drawAll();
    this.remember();
  }

  recompute() {
    const {model} = this;
    const pattern = byId("pattern").value;
    byId("thread").disabled = pattern !== "";
    if (pattern !== "") {
      const named = globFinder(pattern);
      model.chosen = this.data.threads.filter((thread) => named(thread.name));
    } else {
      const value = byId("thread").value;
      model.chosen = value === "" ? this.data.threads : [this.data.threads[Number(value)]];
    }
    model.kind = byId("kind").value;
    // Back to another zoom of the same values: nothing is added up again.
    const key = [model.kind, byId("thread").value, pattern].join(" ");
    if (key !== this.computed) {
      this.computed = key;
      model.compute();
    } else {
      model.find();
    }
  }

  /** Everything that depends on the values. */
  drawAll() {
    this.draw();
    this.fillTable();
    this.panel.showFrame(null);
    this.panel.showMethod();
  }

  draw() {
    const {model} = this;
    this.say();
    this.upwards = byId("drawn").value === "flame";
    this.flame.draw(foldedViews(model.tree, model.sums, model.focus, this.flame.width()), this.upwards);
    byId("untimed-legend").hidden = this.data.diff || model.methods.every((method) => method.hasOwnValue);
    byId("untimed-tiers").textContent = (this.data.sampledMode ? "" : "[counted], ") + "[flat], [merged]";
    byId("divided-legend").hidden = this.data.diff || !model.tree.divided?.some((part) => part !== 0);
    byId("waiting-legend").hidden = !this.data.waitingKnown;
    this.drawPath();
    this.remember();
  }

  /** The callers of what is zoomed to; each zooms out to itself. */
  drawPath() {
    const {model} = this;
    const isGroup = model.focus.members !== undefined;
    const path = pathTo(model.tree, isGroup ? model.focus.owner.node : model.focus.node);
    const views = [{node: 0}, ...path.map((node) => ({node})), ...(isGroup ? [model.focus] : [])];
    const most = 8;
    const shown = views.length <= most ? views : [views[0], null, ...views.slice(2 - most)];
    byId("zoom-path").replaceChildren(
      ...shown.map((view, i) => {
        if (view === null) {
          return element("li", {}, "…");
        }
        const isLast = i === shown.length - 1;
        const text = view.node === 0 ? "all" : this.facts.isMethod(view) ? this.facts.method(view).brief : this.facts.label(view);
        const title = this.facts.title(view) + ", depth " + formatInt(views.indexOf(view));
        if (isLast) {
          return element("li", {"aria-current": "true", title}, text);
        }
        const button = element("button", {type: "button", title}, text);
        button.addEventListener("click", () => this.zoom(view));
        return element("li", {}, button);
      }),
    );
  }

  say() {
    const {model} = this;
    const {unit} = model;
    const {grandTotal, own} = model.topDownSums;
    const parts = [];
    if (!this.data.diff) {
      parts.push(formatInt(countThreads(model.chosen)) + " of " + formatCount(countThreads(this.data.threads), "thread"));
    }
    const which = model.isInstrumented() ? ["in instrumented methods", "outside them"] : ["in methods", "in none"];
    parts.push(formatValue(grandTotal, unit) + " " + which[0], (own[0] < 0 ? "≈0" : formatValue(own[0], unit)) + " " + which[1]);
    if (model.missing > 0) {
      const due = model.due + own[0];
      const share = formatShare(model.missing, due);
      parts.push(formatInt(model.missing) + " of " + formatCount(due, "sample") + " due failed or lost (" + share + ")");
    }
    const below = model.belowZero();
    if (below) {
      const which = formatCount(below.count, "method") + " below 0, together " + formatValue(below.sum, unit);
      parts.push(which + ": shares of the others add up to more than 100%");
    }
    const folded = model.foldedInSums(byId("group").value !== "method");
    if (folded > 0) {
      const all = formatInt(folded) + " in the " + (this.data.diff ? "files" : "file");
      parts.push("sums of rows without nodes that minshare folded (" + all + "): values are their callers', calls are missing");
    }
    byId("shown").textContent = parts.join(" · ");
    byId("found").textContent = this.foundText();
  }

  foundText() {
    const {model} = this;
    if (model.isWrongPattern) {
      return "not a pattern";
    }
    if (!model.matched) {
      return "";
    }
    const methods = model.found.reduce((count, found) => count + found, 0);
    return formatCount(methods, "method") + ", " + formatShare(model.matched.total, model.due);
  }

  find(text) {
    this.model.search = text;
    this.model.find();
    this.draw();
  }

  /** Puts the keyboard on the next frame that the search has found. */
  toFound(step) {
    const frames = this.flame.found();
    if (frames.length > 0) {
      const at = frames.indexOf(document.activeElement);
      const next = at < 0 ? (step > 0 ? 0 : frames.length - 1) : (at + step + frames.length) % frames.length;
      frames[next].focus();
    }
  }

  turn(isBottomUp) {
    this.model.isBottomUp = isBottomUp;
    this.model.focus = {node: 0};
    this.panel.showFrame(null);
    this.draw();
  }

  zoom(view) {
    this.model.zoom(view);
    this.remember(true);
    this.draw();
  }

  /** A frame was chosen: its view becomes the whole width, its method the one whose callers are shown. */
  choose(view) {
    if (this.facts.isMethod(view)) {
      this.model.selected = this.model.tree.method[view.node];
      this.panel.showFrame(view);
      this.panel.showMethod();
    }
    this.zoom(view);
  }

  select(method) {
    this.model.selected = method;
    this.panel.showFrame(null);
    this.panel.showMethod();
    this.draw();
  }

  /** A row of the table of methods: a method is selected, of a group its methods are found. */
  chooseRow(row) {
    if (row.method >= 0) {
      this.select(row.method);
      return;
    }
    byId("search").value = groupSearch(row.group, row.name);
    this.find(byId("search").value);
  }

  chooseThread(value) {
    const isChosenAgain = this.table === "threads" && byId("thread").value === value;
    byId("pattern").value = "";
    listThread(this.data.threads, value);
    byId("thread").value = isChosenAgain ? "" : value;
    this.compute();
  }

  openTable(table) {
    this.table = table;
    this.fillTable();
    this.remember();
  }

  async fillTable() {
    const isMethods = this.table === "methods";
    markTab(byId("table-tabs"), this.table);
    byId("methods").hidden = !isMethods;
    byId("threads").hidden = isMethods;
    byId("group-label").hidden = !isMethods;
    const source = isMethods ? this.rows : this.threadRows;
    await this.tables[this.table].show(source.columns(), source.rows(byId("group").value));
    await this.filter();
    this.remember();
  }

  async filter() {
    const word = this.table === "threads" ? "thread" : {className: "class", packageName: "package", jar: "jar"}[byId("group").value] ?? "method";
    const counts = await this.tables[this.table].filter(byId("filter").value);
    const plural = counts?.[1] === 1 ? word : word === "class" ? "classes" : word + "s";
    byId("filtered").textContent =
      counts === null ? "not a pattern" : formatInt(counts[0]) + " of " + formatInt(counts[1]) + " " + plural;
  }

  async copy(format) {
    const table = this.tables[this.table];
    const rows = await table.shownRows();
    await copyText(format(table.columns, rows, this.table === "threads" ? this.data.unit : this.model.unit));
    byId("filtered").textContent = formatCount(rows.length, "row") + " copied";
  }
}

function byId(id) {
  return document.getElementById(id);
}
