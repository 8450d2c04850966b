/** The page of a comparison: widths by one of the two profiles, colours by what changed in a node itself. */
class DiffPage extends Page {
  heading() {
    byId("title").textContent = "Tare comparison";
    super.heading();
    for (const shown of document.querySelectorAll("[data-page]")) {
      shown.hidden = shown.dataset.page !== "diff";
    }
  }

  kinds() {
    return [["after", "widths by after"], ["before", "widths by before"]];
  }

  compute() {
    const {tree: after, before} = this.data.threads[0];
    this.after = linked(after);
    this.before = linked(before);
    this.change = after.self.map((self, node) => self - before.self[node]);
    this.greatestChange = this.change.reduce((greatest, change) => Math.max(greatest, Math.abs(change)), 0);
    this.sumsAfter = nodeSums(after, "calibrated");
    this.sumsBefore = nodeSums(before, "calibrated");
    const isAfter = this.kind === "after";
    this.show(isAfter ? after : before, () => (isAfter ? this.sumsAfter : this.sumsBefore));
  }

  uncertainty(node) {
    return this.uncertaintyOf(this.before.overhead[node], this.after.overhead[node]);
  }

  /** Two overheads that may each be wrong, independently. */
  uncertaintyOf(before, after) {
    return this.data.uncertainty * Math.hypot(before, after);
  }

  isUncertain(node) {
    return Math.abs(this.change[node]) <= this.uncertainty(node);
  }

  describe(view) {
    const description = super.describe(view);
    if (view.members === undefined && view.node !== 0) {
      const change = this.change[view.node];
      const direction = change > 0 ? "slower" : change < 0 ? "faster" : "same";
      // The root: a change of a hundredth of the greatest is still seen.
      const strength = this.greatestChange === 0 ? 0 : Math.sqrt(Math.abs(change) / this.greatestChange);
      description.classes = description.classes.replace(/mostly-probe|below-measurable/g, "") + " changed " + direction;
      description.shaded = this.isUncertain(view.node) && change !== 0;
      description.style = "--strength: " + Math.round(15 + 85 * strength) + "%";
      description.label = description.label.replace("≈ ", "");
    }
    return description;
  }

  facts(view) {
    if (view.members !== undefined || view.node === 0) {
      return super.facts(view);
    }
    const node = view.node;
    const both = (before, after) => formatInt(before) + " → " + formatInt(after);
    const change = this.change[node];
    return [
      ["calls", both(this.before.calls[node], this.after.calls[node])],
      ["self", both(this.before.self[node], this.after.self[node]) + " " + this.unit],
      ["change", signed(change) + " " + this.unit + (this.isUncertain(node) ? " ~" : "")],
      ["change of self", relative(this.before.self[node], this.after.self[node])],
      ["total", both(this.sumsBefore.total[node], this.sumsAfter.total[node]) + " " + this.unit],
      ["self per call", formatPerCall(this.before.self[node], this.before.calls[node]) + " → " + formatPerCall(this.after.self[node], this.after.calls[node]) + " " + this.unit],
    ];
  }

  notes(node) {
    return this.isUncertain(node) && this.change[node] !== 0
      ? ["~ Inside what the overhead that was taken off leaves uncertain."]
      : [];
  }

  rows() {
    const before = methodSums(this.before, this.sumsBefore, this.methods.length);
    const after = methodSums(this.after, this.sumsAfter, this.methods.length);
    const rows = [];
    for (let method = 0; method < this.methods.length; method++) {
      if (before.calls[method] !== 0 || after.calls[method] !== 0) {
        const change = after.own[method] - before.own[method];
        rows.push({
          ...this.row(method, after.own[method], after.total[method], after.calls[method]),
          before: before.own[method],
          change,
          size: Math.abs(change),
          relative: before.own[method] > 0 ? change / before.own[method] : 0,
          uncertain: Math.abs(change) <= this.uncertaintyOf(before.overhead[method], after.overhead[method]),
          callsBefore: before.calls[method],
          eachBefore: before.calls[method] === 0 ? 0 : before.own[method] / before.calls[method],
        });
      }
    }
    return rows;
  }

  columns() {
    const unit = " [" + visible(this.data.unit) + "]";
    const number = (title, field) => ({title, field, shown: formatInt});
    const each = (title, field) => ({title, field, shown: (v) => oneDigitFormat.format(v)});
    return {
      methods: [
        {
          title: "Change" + unit,
          field: "size",
          shown: (v, row) => (row.uncertain ? "~ " : "") + signed(row.change),
          tooltip: "Sorted by size; ~: inside what the overhead leaves uncertain",
        },
        {title: "Change [%]", field: "relative", shown: (v, row) => relative(row.before, row.own)},
        number("Self before" + unit, "before"),
        number("after" + unit, "own"),
        number("Calls before", "callsBefore"),
        number("after", "calls"),
        each("Self/call before" + unit, "eachBefore"),
        each("after" + unit, "each"),
      ],
      neighbours: super.columns().neighbours,
    };
  }
}

function signed(value) {
  return (value > 0 ? "+" : "") + formatInt(value);
}

function relative(before, after) {
  return before > 0 ? (after >= before ? "+" : "") + oneDigitFormat.format((100 * (after - before)) / before) + "%" : "-";
}
