/** The rows and columns of the tables. A column has a title, a field, and how a value of it is shown; copies are exact. */
class MethodRows {
  constructor(model) {
    this.model = model;
  }

  /** What methods can be grouped by. */
  groupings() {
    return [["method", "method"], ["className", "class"], ["packageName", "package"], ["jar", "jar"]];
  }

  /** Methods, or groups of them, that were called or have a value. */
  rows(grouping) {
    const {model} = this;
    if (grouping === "method") {
      return this.rowsOf(model.methodSums(), (method) => namesOf(model, method));
    }
    const {groupOf, names} = grouped(model.methods.map((method) => method[grouping]));
    const sums = groupSums(model.topDown, model.topDownSums, groupOf, names.length, model.methods, model.data.uncertainty, model.data.momentary);
    return this.rowsOf(sums, (group) => ({
      method: -1,
      group: grouping,
      name: names[group],
      title: names[group],
      isSelfOfCalls: sums.callsKind[group] < BOUNDED,
    }));
  }

  rowsOf(sums, named) {
    const rows = [];
    const {model} = this;
    const {due} = model;
    for (let i = 0; i < sums.own.length; i++) {
      if (sums.calls[i] !== 0 || sums.own[i] !== 0 || sums.overhead[i] !== 0 || sums.total[i] !== 0 || sums.waiting[i] !== 0) {
        const own = sums.own[i];
        const names = named(i);
        const each = sums.calls[i] === 0 || !names.isSelfOfCalls ? null : own / sums.calls[i];
        const isBelow = model.isBelow(own, sums.uncertain[i]);
        rows.push({
          ...names,
          id: i,
          own,
          ownShare: own / due,
          total: sums.total[i],
          totalShare: sums.total[i] / due,
          calls: sums.calls[i],
          callsKind: names.group ? sums.callsKind[i] : callsKindOf(model.methods[i], sums.callsKind[i]),
          each,
          isBelow,
          // Rows are sorted by what they show.
          shownOwn: isBelow ? 0 : own,
          shownShare: isBelow ? 0 : own / due,
          shownEach: isBelow ? 0 : each ?? 0,
          overhead: sums.overhead[i],
          exceptions: sums.exceptions[i],
          waiting: sums.waiting[i],
          isDivided: isDivided(sums, i),
        });
      }
    }
    return rows;
  }

  /** The columns of numbers; the first is the one that rows are sorted by. */
  columns() {
    const {model} = this;
    const {due} = model;
    const value = (v) => formatValue(v, model.unit);
    const mark = (row) => (model.isSampled || !row.isDivided ? "" : "÷ ");
    const own = (format) => (v, row) => (row.isBelow ? BELOW : format(row));
    const columns = [
      {title: "Self", field: "shownOwn", exact: "own", shown: own((row) => mark(row) + value(row.own)), tooltip: SELF_MARKS},
      {
        title: "Self [%]",
        field: "shownShare",
        exact: "ownShare",
        shown: own((row) => formatShare(row.own, due)),
        bar: true,
      },
      {title: "Total", field: "total", shown: (v, row) => formatTotal(v, row.own, model.unit)},
      {title: "Total [%]", field: "totalShare", shown: (v, row) => formatShare(leastTotal(row.total, row.own), due), bar: true},
    ];
    if (model.isSampled) {
      return columns;
    }
    return [
      ...columns,
      {title: "Calls", field: "calls", shown: (v, row) => formatMethodCalls(v, row.callsKind), tooltip: CALLS_TOLD},
      {title: "Self/call", field: "shownEach", exact: "each", shown: (v, row) => shownEach(row, model.unit)},
      {title: "Overhead", field: "overhead", shown: value},
      {title: "Exceptions", field: "exceptions", shown: formatAmount},
      ...(model.data.waitingKnown ? [{title: "Waiting", field: "waiting", shown: (v) => formatValue(v, "ns")}] : []),
    ];
  }
}

function shownEach(row, unit) {
  if (!row.isSelfOfCalls) {
    return "-";
  }
  return row.isBelow && row.calls > 0 ? BELOW : formatEach(row.own, row.calls, unit);
}

const SELF_MARKS = "≈0: below what can be measured; ÷: told apart by samples";

const CALLS_TOLD = "=: follow from the caller's own instructions; ≥: the least; ~: estimates";

/** What a row has of its method. */
function namesOf(model, method) {
  const {name, brief, title, tier, isSelfOfCalls, packageName} = model.methods[method];
  return {method, name, brief, title, tier, isSelfOfCalls, behind: name.startsWith(packageName + ".") ? packageName : ""};
}

/** The threads; a row that is chosen filters. */
class ThreadRows {
  constructor(model) {
    this.model = model;
  }

  rows() {
    const {threads, waitingKnown, threadsCallsKind} = this.model.data;
    const own = (thread) => (waitingKnown ? thread.self - thread.waiting : thread.self);
    const sum = threads.reduce((all, thread) => all + own(thread), 0);
    return threads.map((thread, id) => ({
      id,
      thread: id,
      name: threadName(thread),
      title: "Show this thread alone",
      own: own(thread),
      ownShare: sum > 0 ? own(thread) / sum : 0,
      outside: thread.outside,
      calls: thread.calls,
      callsKind: threadsCallsKind,
      overhead: thread.overhead,
      waiting: thread.waiting,
      stopped: thread.switched_out_ns + thread.collected_ns,
      cpu: thread.samples?.cpu_ns ?? null,
      samples: thread.samples?.taken ?? 0,
      missing: thread.samples ? thread.samples.failed + thread.samples.lost : 0,
    }));
  }

  columns() {
    const {data} = this.model;
    const value = (v) => formatValue(v, visible(data.unit));
    const columns = [
      {
        title: data.waitingKnown ? "Working" : "In methods",
        field: "own",
        shown: (v) => (v < 0 ? BELOW : value(v)),
        tooltip: "In instrumented methods",
      },
      {title: "Share [%]", field: "ownShare", shown: (v) => formatShare(v, 1), bar: true},
      {title: "Outside", field: "outside", shown: value, tooltip: "Outside instrumented methods"},
      {title: "Calls", field: "calls", shown: (v, row) => formatMethodCalls(v, row.callsKind), tooltip: CALLS_TOLD},
      {title: "Overhead", field: "overhead", shown: value},
      {
        title: "Not running",
        field: "stopped",
        shown: (v) => formatValue(v, "ns"),
        tooltip: "Waiting for a processor, or stopped for a collection; in no method's value",
      },
    ];
    if (data.waitingKnown) {
      columns.splice(2, 0, {title: "Waiting", field: "waiting", shown: (v) => formatValue(v, "ns")});
    }
    if (data.threads.some((thread) => thread.samples)) {
      columns.push(
        {title: "CPU time", field: "cpu", shown: (v) => (v > 0 ? formatValue(v, "ns") : "-")},
        {title: "Samples", field: "samples", shown: formatAmount},
        {title: "Failed or lost", field: "missing", shown: formatAmount},
      );
    }
    return columns;
  }
}

function threadName(thread) {
  return (visible(thread.name) || "(no name)") + " (" + thread.id + (thread.virtual ? ", virtual)" : ")");
}

/** Columns that have the profile's unit, and those that have nanoseconds in any profile. */
const OF_UNIT = new Set(["own", "total", "each", "overhead", "outside", "before", "change", "halfWidth", "eachBefore"]);
const OF_NANOS = new Set(["waiting", "stopped", "cpu"]);

/** Columns of parts, whose headings say that they are in percent. */
const OF_HUNDRED = new Set(["ownShare", "totalShare", "relative"]);

/**
 * A table as CSV (RFC 4180), values exact: in the unit that the headings name, or a number of something. The cell of what
 * is not known is empty.
 */
function csvOf(columns, rows, unit) {
  const quoted = (text) => (/[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
  const unitOf = (field) => (OF_UNIT.has(field) ? " [" + unit + "]" : OF_NANOS.has(field) ? " [ns]" : "");
  const heading = columns.map(({title, field, exact}) => title + unitOf(exact ?? field));
  const exactly = (value, field) => (Number.isFinite(value) ? String(OF_HUNDRED.has(field) ? 100 * value : value) : "");
  const value = (row, field) => exactly(row[field], field);
  const lines = rows.map((row) => [...columns.map(({field, exact}) => value(row, exact ?? field)), row.name]);
  return [[...heading, "Name"], ...lines].map((cells) => cells.map(quoted).join(",") + "\r\n").join("");
}

/** A table as Markdown, as it is shown. */
function markdownOf(columns, rows) {
  const cell = (text) => String(text).replace(/[\\|`*_<>]/g, "\\$&").replace(/[\r\n]+/g, " ");
  const line = (cells) => "| " + cells.join(" | ") + " |\n";
  return (
    line([...columns.map(({title}) => cell(title)), "Name"]) +
    line([...columns.map(() => "--:"), "---"]) +
    rows.map((row) => line([...columns.map((c) => cell(c.shown(row[c.field], row))), cell(row.name)])).join("")
  );
}
