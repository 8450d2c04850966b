const LEVEL_HEIGHT = 18;
const CHARACTER_WIDTH = 6.7;
/** Narrower frames have no label. */
const LABEL_WIDTH = 22;

/**
 * Draws views as frames, and tells what the user does with them: choose(view); point(view, x, y) while the pointer or the
 * keyboard is on a frame, and point(null) after; zoomOut() and zoomReset().
 */
class Flame {
  constructor(container, describe, events) {
    this.container = container;
    this.describe = describe;
    this.events = events;
    this.svg = d3.select(container).append("svg").attr("role", "tree").attr("aria-label", "Call tree");
    const hatch = this.svg.append("defs").append("pattern").attr("id", "hatch");
    hatch.attr("width", 5).attr("height", 5).attr("patternUnits", "userSpaceOnUse");
    hatch.append("path").attr("d", "M0,5 L5,0");
    this.frames = this.svg.append("g");
    this.svg
      .on("keydown", (event) => this.key(event))
      .on("click", (event) => this.at(event, (d) => (event.pointerType === "touch" ? this.tap(event, d) : this.choose(d))))
      .on("pointermove", (event) => this.at(event, (d) => events.point(d.data, event.clientX, event.clientY)))
      .on("pointerleave", () => events.point(null))
      .on("focusin", (event) =>
        this.at(event, (d, g) => {
          const box = g.getBoundingClientRect();
          events.point(d.data, Math.max(0, box.left) + 12, box.bottom);
        }),
      )
      .on("focusout", () => events.point(null));
  }

  /** Does this with the frame that the event is on. */
  at(event, action) {
    const g = event.target.closest("g.frame");
    if (g) {
      action(g.__data__, g);
    } else {
      this.tapped = null;
      this.events.point(null);
    }
  }

  width() {
    return Math.max(200, this.container.clientWidth);
  }

  draw(top, upwards) {
    const root = d3.hierarchy(top, (view) => view.children).sum((view) => view.rest);
    const width = this.width();
    const height = (root.height + 1) * LEVEL_HEIGHT;
    d3.partition().size([width, height])(root);
    if (upwards) {
      root.each((d) => ([d.y0, d.y1] = [height - d.y1, height - d.y0]));
    }
    this.svg.attr("width", width).attr("height", height);
    this.upwards = upwards;
    const all = root.descendants();
    all.forEach((d) => (d.description = this.describe(d.data)));
    const frames = this.frames
      .selectAll("g.frame")
      .data(all)
      .join((enter) => {
        const g = enter.append("g");
        g.append("rect").attr("class", "box").attr("height", LEVEL_HEIGHT);
        g.append("text").attr("y", 13).attr("x", 3).attr("aria-hidden", "true");
        return g;
      });
    frames
      .attr("class", (d) => "frame " + d.description.classes)
      .attr("style", (d) => d.description.style)
      .attr("transform", (d) => `translate(${d.x0},${d.y0})`)
      .attr("role", "treeitem")
      .attr("aria-level", (d) => d.depth + 1)
      .attr("aria-label", (d) => d.description.spoken)
      .attr("tabindex", (d) => (d.depth === 0 ? 0 : -1));
    const frameWidth = (d) => Math.max(0, d.x1 - d.x0);
    frames.select("rect").attr("width", frameWidth);
    frames.select("text").text((d) => label(d.description.label, frameWidth(d)));
    frames.selectAll("rect.shade").remove();
    const shaded = frames.filter((d) => d.description.shaded && frameWidth(d) > 2);
    shaded.insert("rect", "text").attr("class", "shade").attr("height", LEVEL_HEIGHT).attr("width", frameWidth);
    this.elements = new Map();
    frames.each((d, i, elements) => this.elements.set(d, elements[i]));
    this.container.scrollTop = upwards ? this.container.scrollHeight : 0;
  }

  /** The frames that the search has found, as they stand: from the callers down, from left to right. */
  found() {
    return this.frames.selectAll("g.frame.matched").nodes();
  }

  /** A finger has no place where it only points: the first tap tells what is known, another one on the same frame chooses. */
  tap(event, d) {
    if (this.tapped === d) {
      this.choose(d);
    } else {
      this.events.point(d.data, event.clientX, event.clientY);
      this.tapped = d;
    }
  }

  choose(d) {
    this.tapped = null;
    this.events.point(null);
    this.events.choose(d.data);
  }

  focusFirst() {
    this.frames.select("g.frame:not(.ancestor)").node()?.focus();
  }

  key(event) {
    const d = document.activeElement.closest("g.frame")?.__data__;
    if (!d) {
      return;
    }
    const towardsCallees = this.upwards ? "ArrowUp" : "ArrowDown";
    const towardsCallers = this.upwards ? "ArrowDown" : "ArrowUp";
    const siblings = d.parent ? d.parent.children : [d];
    const moves = {
      [towardsCallees]: () => d.children?.[0],
      [towardsCallers]: () => d.parent,
      ArrowLeft: () => siblings[siblings.indexOf(d) - 1],
      ArrowRight: () => siblings[siblings.indexOf(d) + 1],
    };
    if (moves[event.key]) {
      this.elements.get(moves[event.key]())?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(d);
      this.focusFirst();
    } else if (event.key === "Backspace") {
      this.events.zoomOut();
      this.focusFirst();
    } else if (event.key === "Escape") {
      this.events.zoomReset();
      this.focusFirst();
    } else {
      return;
    }
    event.preventDefault();
  }
}

function label(text, width) {
  const room = Math.floor((width - 6) / CHARACTER_WIDTH);
  return width < LABEL_WIDTH ? "" : text.length <= room ? text : text.slice(0, room - 1) + "…";
}
