/** A comparison: widths by one of the two profiles, colours by what changed in a node itself. */
class DiffModel extends ProfileModel {
  kinds() {
    return [["after", "widths by after"], ["before", "widths by before"]];
  }

  compute() {
    this.missing = 0;
    this.unit = visible(this.data.unit);
    if (!this.after) {
      this.read();
    }
    const {before, after} = this;
    const extra = {selfBefore: before.self, overheadBefore: before.overhead, selfAfter: after.self, overheadAfter: after.overhead};
    after.extra = before.extra = extra;
    const isAfter = this.kind === "after";
    this.show(isAfter ? this.after : this.before, isAfter ? this.sumsAfter : this.sumsBefore);
  }

  read() {
    [this.after, this.before] = this.data.threads.map((thread) => {
      const values = emptyValues(this.data.tree.size);
      readColumns(new ColumnReader(this.data.bytes, thread.columns.dense), values, this.data.rounded);
      return {...this.data.tree, ...values};
    });
    this.change = this.after.self.map((self, node) => self - this.before.self[node]);
    this.greatestChange = this.change.reduce((greatest, change) => Math.max(greatest, Math.abs(change)), 0);
    this.sumsAfter = nodeSums(this.after, "calibrated");
    this.sumsBefore = nodeSums(this.before, "calibrated");
  }

  /** Tree, sums, and what is uncertain, of one side. */
  side(isBefore) {
    const {uncertainty, uncertaintyBefore, momentary, momentaryBefore} = this.data;
    return isBefore
      ? [this.before, this.sumsBefore, uncertaintyBefore, momentaryBefore]
      : [this.after, this.sumsAfter, uncertainty, momentary];
  }

  ofOverhead() {
    const [, , uncertainty, momentary] = this.side(this.kind === "before");
    return {uncertainty, momentary};
  }

  methodSums(isBefore = this.kind === "before") {
    const [tree, sums, uncertainty, momentary] = this.side(isBefore);
    const {self, ...known} = this.data.sums[isBefore ? 1 : 0];
    return methodSums(tree, sums, this.methods.length, uncertainty, momentary, {...known, own: self});
  }

  knownSums() {
    return this.data.callsWhole ? this.data.sums : null;
  }

  /** The method whose own value a frame has: bottom-up that of the one below which callers stand. */
  methodOf(node) {
    return this.tree.method[this.isBottomUp ? outermost(this.tree, node) : node];
  }

  changeOf(node) {
    const {selfBefore, selfAfter} = this.tree.extra;
    return selfAfter[node] - selfBefore[node];
  }

  /** The greatest change of a frame; bottom-up, a method is one. */
  greatest() {
    if (!this.isBottomUp) {
      return this.greatestChange;
    }
    // Of all methods, and asked for each frame of a drawing.
    return (this.greatestOfMethods ??= this.findGreatestOfMethods());
  }

  findGreatestOfMethods() {
    const [after, before] = this.data.sums;
    return after.self.reduce((greatest, self, method) => Math.max(greatest, Math.abs(self - before.self[method])), 0);
  }

  /** By how much a frame's own values may be wrong, before and after. */
  uncertainties(node) {
    const method = this.methodOf(node);
    const {selfBefore, overheadBefore, selfAfter, overheadAfter} = this.tree.extra;
    const {uncertainty, uncertaintyBefore, momentary, momentaryBefore} = this.data;
    const wrong = (self, overhead, shares, ofMoment) => wrongBy(shares[method] * overhead, self + overhead, ofMoment);
    return [
      wrong(selfBefore[node], overheadBefore[node], uncertaintyBefore, momentaryBefore),
      wrong(selfAfter[node], overheadAfter[node], uncertainty, momentary),
    ];
  }

  /** Of a frame its method's noise is known, and what its own overhead leaves open. */
  isUncertain(node) {
    return this.isInsideOverhead(node) || this.isWithinNoise(this.methodOf(node));
  }

  isInsideOverhead(node) {
    const {selfBefore, selfAfter} = this.tree.extra;
    return isInsideErrors(selfBefore[node], selfAfter[node], ...this.uncertainties(node));
  }

  isWithinNoise(method) {
    return this.data.noise.within[method] === true;
  }

  isSure(method) {
    return this.data.noise.sure[method] === true;
  }
}

class DiffFacts extends Facts {
  describe(view) {
    const {model} = this;
    const description = super.describe(view);
    if (this.isMethod(view)) {
      const change = model.changeOf(view.node);
      const greatest = model.greatest();
      const direction = change > 0 ? "slower" : change < 0 ? "faster" : "same";
      // The root: a change of a hundredth of the greatest is still seen.
      const strength = greatest === 0 ? 0 : Math.sqrt(Math.min(1, Math.abs(change) / greatest));
      description.classes = description.classes.replace(/mostly-probe|below-measurable/g, "") + " changed " + direction;
      description.shaded = model.isUncertain(view.node) && change !== 0;
      // What may be chance stays pale, however great.
      description.style = "--strength: " + Math.round(15 + (description.shaded ? 25 : 85) * strength) + "%";
      description.label = description.label.replace("≈ ", "");
    }
    return description;
  }

  facts(view) {
    const {model} = this;
    if (!this.isMethod(view)) {
      return super.facts(view);
    }
    const {node} = view;
    const {before, after, unit} = model;
    const change = model.changeOf(node);
    const changed = ["change", formatSigned(change, unit) + (model.isUncertain(node) ? " ~" : "")];
    if (model.isBottomUp) {
      return [...super.facts(view), changed];
    }
    const both = (format, column) => format(column(before)) + " → " + format(column(after));
    const value = (v) => formatValue(v, unit);
    const [wrongBefore, wrongAfter] = model.uncertainties(node);
    const selfBefore = shownOwn(before.self[node], wrongBefore, unit);
    const selfAfter = shownOwn(after.self[node], wrongAfter, unit);
    return [
      ["calls", both(formatAmount, (tree) => tree.calls[node])],
      ["self", selfBefore + " → " + selfAfter],
      changed,
      ["change of self", relative(before.self[node], after.self[node])],
      ["total", value(model.sumsBefore.total[node]) + " → " + value(model.sumsAfter.total[node])],
      ["self per call", both((tree) => formatEach(tree.self[node], tree.calls[node], unit), (tree) => tree)],
    ];
  }

  notes(view) {
    const {model} = this;
    if (!this.isMethod(view) || model.changeOf(view.node) === 0) {
      return [];
    }
    const method = model.methodOf(view.node);
    return [
      ...(model.isSure(method) ? ["! Of this method, over all its frames, runs of the same program hardly ever differ so much."] : []),
      ...(model.isWithinNoise(method) ? ["~ The method changed no more than varies from run to run."] : []),
      ...(model.isInsideOverhead(view.node)
        ? ["~ Inside what the overhead that was subtracted leaves uncertain."]
        : []),
    ];
  }
}

class DiffRows extends MethodRows {
  rows(grouping = "method") {
    const {model} = this;
    const both = (sumsOf) => [true, false].map((isBefore) => sumsOf(...model.side(isBefore)));
    if (grouping === "method") {
      const [before, after] = [true, false].map((isBefore) => model.methodSums(isBefore));
      return this.rowsOf(before, after, (method) => ({
        ...namesOf(model, method),
        halfWidth: model.data.noise.halfWidths[method],
        isSure: model.isSure(method),
        isWithinNoise: model.isWithinNoise(method),
        isUntested: model.data.noise.canBeSure && model.data.noise.halfWidths[method] === null,
      }));
    }
    const {groupOf, names} = grouped(model.methods.map((method) => method[grouping]));
    const [before, after] = both((tree, sums, ...wrong) => groupSums(tree, sums, groupOf, names.length, model.methods, ...wrong));
    return this.rowsOf(before, after, (group) => ({
      method: -1,
      group: grouping,
      name: names[group],
      title: names[group],
      halfWidth: null,
      // Noise is known of methods alone: diff --by class has that of classes.
      isUntested: model.data.noise.canBeSure,
    }));
  }

  rowsOf(before, after, named) {
    const {model} = this;
    const isBelow = (sums, group) => isBelowMeasure(sums.own[group], sums.uncertain[group]);
    const rows = [];
    // What is sure comes before all that is not.
    const most = model.greatestChange * model.change.length;
    for (let method = 0; method < before.own.length; method++) {
      // A call that began before the window counts none in it, and has a value.
      if ([before, after].every((sums) => sums.calls[method] === 0 && sums.own[method] === 0)) {
        continue;
      }
      const change = after.own[method] - before.own[method];
      const row = named(method);
      const isUncertain =
        change !== 0 && isInsideErrors(before.own[method], after.own[method], before.uncertain[method], after.uncertain[method]);
      const isBelowBoth = isBelow(before, method) && isBelow(after, method);
      rows.push({
        id: method,
        ...row,
        own: after.own[method],
        before: before.own[method],
        change,
        size: isBelowBoth ? 0 : Math.abs(change) + (row.isSure ? most : 0),
        isBelowBoth,
        relative: before.own[method] > 0 ? relativeOf(before.own[method], after.own[method]) : null,
        isBelow: isBelow(after, method),
        isBelowBefore: isBelow(before, method),
        mark: isUncertain || row.isWithinNoise ? "~ " : row.isSure ? "! " : row.isUntested && change !== 0 ? "? " : "",
        calls: after.calls[method],
        callsBefore: before.calls[method],
        each: after.calls[method] === 0 ? null : after.own[method] / after.calls[method],
        eachBefore: before.calls[method] === 0 ? null : before.own[method] / before.calls[method],
      });
    }
    return rows;
  }

  columns() {
    const {unit, data} = this.model;
    const value = (v) => formatValue(v, unit);
    const each = (own, calls, isBelow) => (isBelow && calls > 0 ? BELOW : formatEach(own, calls, unit));
    return [
      {
        title: "Change",
        field: "size",
        exact: "change",
        shown: (v, row) => row.mark + (row.isBelowBoth ? BELOW : formatSigned(row.change, unit)),
        tooltip: "!: surely different; ~: no more than varies, or than the overhead leaves uncertain; ?: not tested, or too small for it",
      },
      {
        title: "±",
        field: "halfWidth",
        shown: (v) => (v > 0 ? value(v) : ""),
        tooltip: data.noise.canBeSure ? "For all methods together" : "By how much most methods differ",
      },
      {title: "Change [%]", field: "relative", shown: (v, row) => (row.isBelowBefore ? "-" : relative(row.before, row.own))},
      {title: "Self before", field: "before", shown: (v, row) => (row.isBelowBefore ? BELOW : value(v))},
      {title: "Self after", field: "own", shown: (v, row) => (row.isBelow ? BELOW : value(v))},
      {title: "Calls before", field: "callsBefore", shown: formatAmount},
      {title: "Calls after", field: "calls", shown: formatAmount},
      {title: "Each before", field: "eachBefore", shown: (v, row) => each(row.before, row.callsBefore, row.isBelowBefore)},
      {title: "Each after", field: "each", shown: (v, row) => each(row.own, row.calls, row.isBelow)},
    ];
  }
}

function shownOwn(own, uncertain, unit) {
  return isBelowMeasure(own, uncertain) ? BELOW : formatValue(own, unit);
}

function diffPage(data) {
  byId("title").textContent = "Tare comparison";
  for (const shown of document.querySelectorAll("[data-page]")) {
    shown.hidden = shown.dataset.page !== "diff";
  }
  const model = new DiffModel(data);
  return new Page(data, {model, facts: new DiffFacts(model), rows: new DiffRows(model)});
}

/**
 * Whether two values that may be wrong by so much differ by no more, as Change.java says it: what is below 0 is wrong by
 * its amount at least.
 */
function isInsideErrors(before, after, wrongBefore, wrongAfter) {
  const error = Math.hypot(Math.max(wrongBefore, -before), Math.max(wrongAfter, -after));
  return Math.abs(Math.max(0, after) - Math.max(0, before)) <= error;
}

/** The change as a part of what was before, which is above 0; no value falls by more than all of it. */
function relativeOf(before, after) {
  return (Math.max(0, after) - before) / before;
}

function relative(before, after) {
  return before > 0 ? (after >= before ? "+" : "") + oneDigitFormat.format(100 * relativeOf(before, after)) + "%" : "-";
}
