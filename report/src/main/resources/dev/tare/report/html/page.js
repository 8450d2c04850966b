/** The page: what is chosen, what follows from it, and the controls. */
class Page {
  constructor(data) {
    this.data = data;
    this.methods = describedMethods(data.methods);
    this.chosen = data.threads;
    this.upwards = false;
    this.search = "";
    this.selected = -1;
    this.flame = new Flame(byId("graph"), (view) => this.describe(view), {
      choose: (view) => this.choose(view),
      zoomOut: () => this.zoomOut(),
      zoomReset: () => this.zoom({node: 0}),
      point: (view, x, y) => this.point(view, x, y),
    });
    this.heading();
    this.controls();
  }

  heading() {
    byId("command").textContent = visible(this.data.command);
    document.title = byId("title").textContent + " " + visible(this.data.command);
    const important = new Set(["mode", "metric", "fallback", "overhead", "advice", "self"]);
    for (const [name, text] of this.data.heading) {
      const line = element("div", important.has(name) ? {class: "important"} : {});
      line.append(element("dt", {}, name), element("dd", {}, visible(text)));
      byId("heading").append(line);
    }
    if (this.data.skipped.length > 0) {
      byId("skipped-details").hidden = false;
      for (const [name, reason] of this.data.skipped.slice(0, 1000)) {
        byId("skipped").append(element("li", {}, visible(name) + ": " + visible(reason)));
      }
      if (this.data.skipped.length > 1000) {
        byId("skipped").append(element("li", {}, "and " + formatInt(this.data.skipped.length - 1000) + " more"));
      }
    }
  }

  controls() {
    this.threadControl();
    const kinds = this.kinds();
    byId("kind").append(...kinds.map(([value, text]) => element("option", {value}, text)));
    byId("kind").disabled = kinds.length === 1;
    this.kind = kinds[0][0];
    const onChange = (id, action) => byId(id).addEventListener("change", () => action(byId(id).value));
    const onInput = (id, action) => byId(id).addEventListener("input", () => action(byId(id).value));
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    onChange("kind", (kind) => {
      this.kind = kind;
      this.compute();
    });
    onChange("drawn", (drawn) => {
      this.upwards = drawn === "flame";
      this.draw();
    });
    onChange("theme", (theme) => (document.documentElement.dataset.theme = theme));
    onInput("search", (text) => {
      this.search = text;
      this.find();
      this.draw();
    });
    onInput("filter", (text) => this.filter(text));
    byId("zoom-reset").addEventListener("click", () => this.zoom({node: 0}));
    byId("zoom-out").addEventListener("click", () => this.zoomOut());
    let width = this.flame.width();
    new ResizeObserver(() => {
      if (this.flame.width() !== width) {
        width = this.flame.width();
        this.draw();
      }
    }).observe(byId("graph"));
  }

  /** The kinds of values that can be shown; first the one that is. Without calls, samples are all there is. */
  kinds() {
    const kinds = this.data.calibrated
      ? [["calibrated", "calibrated: overhead taken off"], ["raw", "raw: overhead left in"]]
      : [["calibrated", "raw: no overhead was taken off"]];
    const sampled = this.data.threads.find((thread) => thread.samples);
    if (sampled) {
      const measures = sampled.samples.measures;
      const kind = ["samples", measures === "cpu time" ? "CPU-time samples" : "samples of " + visible(measures)];
      return this.isInstrumented() ? [...kinds, kind] : [kind, ...kinds];
    }
    return kinds;
  }

  /** Whether there are calls, and not samples alone. */
  isInstrumented() {
    return this.data.diff || this.data.threads.some((thread) => thread.tree.self.length > 1);
  }

  threadControl() {
    const select = byId("thread");
    const most = 1000;
    select.append(element("option", {value: ""}, "all " + formatInt(this.data.threads.length)));
    this.data.threads.slice(0, most).forEach((thread, i) => {
      const name = visible(thread.name) || "(no name)";
      select.append(element("option", {value: i}, name + " (" + thread.id + (thread.virtual ? ", virtual)" : ")")));
    });
    if (this.data.threads.length > most) {
      const more = element("option", {disabled: ""}, formatInt(this.data.threads.length - most) + " more: use the name pattern");
      select.append(more);
    }
    const choose = () => {
      const pattern = byId("pattern").value;
      select.disabled = pattern !== "";
      const named = pattern === "" ? null : globFinder(pattern);
      this.chosen = named
        ? this.data.threads.filter((thread) => named(thread.name))
        : select.value === "" ? this.data.threads : [this.data.threads[Number(select.value)]];
      this.compute();
    };
    select.addEventListener("change", choose);
    byId("pattern").addEventListener("input", choose);
  }

  /** All that follows from the threads and the kind of values that are chosen. */
  compute() {
    const trees =
      this.kind === "samples"
        ? this.chosen.filter((thread) => thread.samples).map((thread) => thread.samples.tree)
        : this.chosen.map((thread) => thread.tree);
    this.missing = this.kind === "samples" ? missingSamples(this.chosen) : 0;
    this.show(mergedTree(trees), (tree) => nodeSums(tree, this.kind));
  }

  /** Shows this tree with these sums of it, and the tables of its methods. */
  show(tree, sumsOf) {
    this.tree = tree;
    this.sums = sumsOf(tree);
    this.due = this.sums.grandTotal + (this.missing ?? 0);
    this.unit = this.kind === "samples" ? "samples" : visible(this.data.unit);
    this.focus = {node: 0};
    this.find();
    this.draw();
    this.methodSums = methodSums(this.tree, this.sums, this.methods.length);
    this.fillTables();
  }

  find() {
    const finds = this.search === "" ? () => false : finder(this.search);
    this.wrongPattern = finds === null;
    const found = Uint8Array.from(this.methods, (method) => (finds && finds(method.name) ? 1 : 0));
    this.found = this.search === "" ? null : found;
    this.matched = this.found ? matches(this.tree, this.sums, found) : null;
    this.say();
  }

  say() {
    const parts = [];
    const {grandTotal: sum, own} = this.sums;
    if (!this.data.diff) {
      parts.push(formatInt(this.chosen.length) + " of " + formatCount(this.data.threads.length, "thread"));
    }
    const which = this.isInstrumented() ? ["in instrumented methods", "outside them"] : ["in methods", "in none"];
    parts.push(
      formatInt(sum) + " " + this.unit + " " + which[0],
      formatInt(own[0]) + " " + this.unit + " " + which[1],
      formatCount(this.tree.size - 1, "node"),
    );
    if (this.missing > 0) {
      const due = this.due + own[0];
      parts.push(formatInt(this.missing) + " of " + formatInt(due) + " samples due failed or lost (" + formatShare(this.missing, due) + ")");
    }
    if (this.wrongPattern) {
      parts.push("the search is not a pattern");
    } else if (this.matched) {
      const methods = this.found.reduce((count, found) => count + found, 0);
      parts.push("search: " + formatCount(methods, "method") + ", " + formatShare(this.matched.total, this.due) + " matched");
    }
    byId("shown").textContent = parts.join(" · ");
  }

  draw() {
    this.flame.draw(foldedViews(this.tree, this.sums, this.focus, this.flame.width()), this.upwards);
    const atTop = this.focus.members === undefined && this.focus.node === 0;
    byId("zoom-reset").disabled = atTop;
    byId("zoom-out").disabled = atTop;
    byId("zoom-path").textContent = atTop ? "" : this.label(this.focus) + ", depth " + formatInt(this.depth(this.focus));
  }

  depth(focus) {
    let depth = focus.members === undefined ? 0 : 1;
    for (let node = focus.members === undefined ? focus.node : focus.owner.node; node > 0; node = this.tree.parent[node]) {
      depth++;
    }
    return depth;
  }

  zoom(view) {
    this.focus = view.members === undefined ? {node: view.node} : {members: view.members, owner: view.owner};
    this.draw();
  }

  zoomOut() {
    const up = this.focus.members === undefined ? this.tree.parent[this.focus.node] : this.focus.owner.node;
    this.zoom({node: Math.max(0, up)});
  }

  /** A frame was chosen: its view becomes the whole width, its method the one whose callers are shown. */
  choose(view) {
    if (view.node > 0) {
      this.selected = this.tree.method[view.node];
      this.showMethod();
    }
    this.zoom(view);
  }

  select(method) {
    this.selected = method;
    this.draw();
    this.showMethod();
  }

  label(view) {
    if (view.members !== undefined) {
      return "+ " + formatInt(view.members.length) + " folded";
    }
    return view.node === 0 ? "all" : this.methods[this.tree.method[view.node]].name;
  }

  /** How a view looks, and what a screen reader says of it. */
  describe(view) {
    const classes = [];
    let style = null;
    let shaded = false;
    let text = this.label(view);
    if (view.members !== undefined || view.node === 0) {
      classes.push("folded");
      if (view.members?.some((node) => this.matched?.within[node])) {
        classes.push("matched");
      }
    } else {
      const node = view.node;
      const method = this.methods[this.tree.method[node]];
      style = "--hue: " + method.hue;
      text = method.brief;
      if (this.found?.[this.tree.method[node]] || (view.hidden && this.matched?.within[node])) {
        classes.push("matched");
      }
      if (this.tree.method[node] === this.selected) {
        classes.push("selected");
      }
      if (this.isMostlyProbe(node)) {
        classes.push("mostly-probe");
        shaded = true;
      }
      if (this.isBelowMeasurable(node)) {
        classes.push("below-measurable");
        text = "≈ " + text;
      }
    }
    if (view.ancestor) {
      classes.push("ancestor");
    }
    if (view.hidden) {
      text += " ⋯ deeper";
    }
    const spoken = this.label(view) + ", " + this.facts(view).map(([name, value]) => name + " " + value).join(", ");
    return {label: text, classes: classes.join(" "), style, shaded, spoken};
  }

  /** Names and values of what is known of a view. */
  facts(view) {
    const {tree, sums, unit} = this;
    if (view.members !== undefined) {
      const total = sumOf(view.members, sums.total);
      return [["total", formatInt(total) + " " + unit], ["share", formatShare(total, this.due)]];
    }
    const node = view.node;
    if (node === 0) {
      return [["total", formatInt(sums.grandTotal) + " " + unit], ["outside", formatInt(sums.own[0]) + " " + unit]];
    }
    const own = sums.own[node];
    const calls = tree.calls[node];
    const facts = [
      ["calls", formatInt(calls)],
      ["self", formatInt(own) + " " + unit],
      ["total", formatInt(sums.total[node]) + " " + unit],
      ["share", formatShare(sums.total[node], this.due)],
      ["self per call", formatPerCall(own, calls) + " " + unit],
      ["overhead " + (this.kind === "raw" ? "left in" : "taken off"), formatInt(tree.overhead[node]) + " " + unit],
    ];
    if (this.kind === "samples") {
      facts.splice(0, 1);
      facts.splice(3);
    }
    for (const [name, column] of [["exceptions", "exceptions"], ["open", "open"], ["calls without context", "cut"]]) {
      if (tree[column][node] > 0) {
        facts.push([name, formatInt(tree[column][node])]);
      }
    }
    return facts;
  }

  point(view, x, y) {
    const tooltip = byId("tooltip");
    tooltip.hidden = view === null;
    if (view === null) {
      return;
    }
    const table = element("table", {});
    for (const [name, value] of this.facts(view)) {
      table.append(element("tr", {}, element("td", {}, name), element("td", {}, value)));
    }
    const isMethod = view.members === undefined && view.node > 0;
    const title = isMethod ? this.methods[this.tree.method[view.node]].title : this.label(view);
    tooltip.replaceChildren(element("div", {class: "name"}, title), table);
    for (const note of isMethod ? this.notes(view.node) : []) {
      tooltip.append(element("div", {class: "note"}, note));
    }
    const box = tooltip.getBoundingClientRect();
    tooltip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
    tooltip.style.top = (y + 18 + box.height > innerHeight ? Math.max(4, y - box.height - 12) : y + 18) + "px";
  }

  isMostlyProbe(node) {
    return this.tree.overhead[node] > 0 && this.tree.overhead[node] > this.tree.self[node];
  }

  isBelowMeasurable(node) {
    return this.isSmallBeside(this.tree.self[node], this.tree.overhead[node]);
  }

  /** Whether a value is no more than what may be wrong with the overhead that was taken off it. */
  isSmallBeside(value, overhead) {
    return overhead > 0 && Math.abs(value) <= this.data.uncertainty * overhead;
  }

  notes(node) {
    const notes = [];
    if (this.isBelowMeasurable(node)) {
      notes.push("Below what can be measured: its own value is no more than a tenth of its overhead.");
    } else if (this.isMostlyProbe(node)) {
      notes.push("More overhead than own value: small errors of the calibration weigh here.");
    }
    return notes;
  }

  async fillTables() {
    this.tables ??= this.buildTables();
    const {methods: table} = await this.tables;
    this.headTable(table);
    await table.setData(this.rows());
    this.filter(byId("filter").value);
    this.showMethod();
  }

  /** Heads a table's columns by what is shown: of samples there are neither calls nor overhead. */
  headTable(table) {
    for (const heading of table.element.querySelectorAll("[data-quantity]")) {
      heading.textContent = headed(heading.dataset.quantity, this.unit);
    }
    const ofCalls = ["calls", "each", "overhead", "exceptions"];
    for (const column of table.getColumns()) {
      if (ofCalls.includes(column.getField()) && column.isVisible() !== (this.kind !== "samples")) {
        column.toggle();
      }
    }
  }

  /** The rows of the table of methods: those that were called, or have a value. */
  rows() {
    const sums = this.methodSums;
    const rows = [];
    for (let method = 0; method < this.methods.length; method++) {
      if (sums.calls[method] !== 0 || sums.own[method] !== 0 || sums.overhead[method] !== 0 || sums.total[method] !== 0) {
        rows.push({
          ...this.row(method, sums.own[method], sums.total[method], sums.calls[method]),
          overhead: sums.overhead[method],
          exceptions: sums.exceptions[method],
        });
      }
    }
    return rows;
  }

  /** What the tables show of a method; method -1 is the outside of all. */
  row(method, own, total, calls) {
    const sum = this.due;
    return {
      method,
      name: method < 0 ? (this.isInstrumented() ? "(outside instrumented methods)" : "(no method)") : this.methods[method].name,
      title: method < 0 ? "" : this.methods[method].title,
      own,
      ownShare: own / sum,
      total,
      totalShare: total / sum,
      calls,
      each: calls === 0 ? 0 : own / calls,
      sum,
    };
  }

  async buildTables() {
    const choose = (method) => this.select(method);
    const columns = this.columns();
    const methods = await methodTable("#methods", "Methods", columns.methods, choose, "26rem");
    // These two are built when there is something in them: a table that is built while hidden has no headings.
    let sides = null;
    const neighbourTables = () =>
      (sides ??= Promise.all([
        methodTable("#callers", "Callers", columns.neighbours, choose, "16rem"),
        methodTable("#callees", "Callees", columns.neighbours, choose, "16rem"),
      ]));
    return {methods, neighbourTables};
  }

  /** The columns of numbers of each table; the first is the one that it is sorted by. */
  columns() {
    const unit = () => this.unit;
    const number = (title, field) => ({title, field, shown: formatInt});
    const mark = (row) => (this.isSmallBeside(row.own, row.overhead) ? "≈ " : "");
    const total = {...number("Total", "total"), unit};
    const totalShare = {title: "Total [%]", field: "totalShare", shown: (v, row) => formatShare(row.total, row.sum)};
    const calls = number("Calls", "calls");
    return {
      methods: [
        {title: "Self", unit, field: "own", shown: (v, row) => mark(row) + formatInt(v), tooltip: "≈: below what can be measured"},
        {title: "Self [%]", field: "ownShare", shown: (v, row) => formatShare(row.own, row.sum)},
        total,
        totalShare,
        calls,
        {title: "Self/call", unit, field: "each", shown: (v, row) => formatPerCall(row.own, row.calls)},
        {...number("Overhead", "overhead"), unit},
        number("Exceptions", "exceptions"),
      ],
      neighbours: [total, totalShare, calls],
    };
  }

  async filter(text) {
    const {methods: table} = await this.tables;
    const finds = finder(text);
    if (text === "" || finds === null) {
      table.clearFilter();
    } else {
      table.setFilter((row) => finds(row.name));
    }
    byId("filtered").textContent =
      finds === null ? "not a pattern" : formatInt(table.getDataCount("active")) + " of " + formatInt(table.getDataCount()) + " methods";
  }

  async showMethod() {
    if (this.selected < 0) {
      return;
    }
    const method = this.methods[this.selected];
    byId("method").textContent = method.title;
    byId("pair").hidden = false;
    const [callers, callees] = await (await this.tables).neighbourTables();
    const sides = neighbours(this.tree, this.sums, this.selected);
    [callers, callees].forEach((table) => this.headTable(table));
    const rows = (entries) => entries.map((entry) => this.row(entry.method, 0, entry.total, entry.calls));
    await Promise.all([callers.setData(rows(sides.callers)), callees.setData(rows(sides.callees))]);
  }
}

/** Names for each place where a method is shown. */
function describedMethods({classes, names, suffixes, descriptors, places}) {
  return names.map((name, i) => {
    const full = classes[i] ? classes[i] + "." + name : name; // <gc> is a method of no class
    return {
      name: visible(full + suffixes[i]),
      brief: visible(full.slice(classes[i].lastIndexOf(".") + 1) + suffixes[i]),
      title: visible(full + descriptors[i] + " " + places[i]),
      hue: hue(classes[i]),
    };
  });
}

/** Samples of these threads that were due and have no stack. */
function missingSamples(threads) {
  return threads.reduce((sum, {samples}) => sum + (samples ? samples.failed + samples.lost : 0), 0);
}

function byId(id) {
  return document.getElementById(id);
}
