/** Narrower frames are folded. */
const MIN_WIDTH = 2;
/** More frames than this make a browser slow: what is folded is widened until there are no more. */
const MAX_FRAMES = 2000;
/** Deeper levels come into view on zoom. */
const MAX_LEVELS = 200;
/** So many callers stand above the node that was zoomed to. */
const MAX_ANCESTORS = 8;
/** Into so many parts siblings are divided where all of them are too small to see. */
const PARTS = 40;

/**
 * What is drawn: a tree of views. A view is a node of the call tree, {node}, or a group of siblings that are too small to
 * see each, {members, owner}, where owner is their caller's view. Each gets its drawn value, and the children that can be
 * seen; "rest" is what of its value no child shows.
 */
function foldedViews(tree, sums, focus, width) {
  let least = MIN_WIDTH;
  for (;;) {
    const views = tryFold(tree, sums, focus, width, least);
    if (views) {
      return views;
    }
    least *= 1.5;
  }
}

function tryFold(tree, sums, focus, width, least) {
  const drawn = sums.drawn;
  const root = viewOf(focus, drawn);
  const perPixel = root.value / width;
  let count = 1;
  let level = [root];
  for (let depth = 1; level.length > 0; depth++) {
    const below = [];
    for (const view of level) {
      view.children = depth > MAX_LEVELS ? [] : seen(tree, drawn, view, least * perPixel);
      view.hidden = depth > MAX_LEVELS && view.members === undefined && hasChildren(tree, view.node);
      let rest = view.value;
      for (const child of view.children) {
        rest -= child.value;
        // A group is drawn as one frame; its members come into view on zoom.
        if (child.members === undefined) {
          below.push(child);
        } else {
          child.children = [];
          child.rest = child.value;
        }
      }
      view.rest = Math.max(0, rest);
      count += view.children.length;
    }
    if (count > MAX_FRAMES && least < width) {
      return null;
    }
    level = below;
  }
  return underAncestors(tree, focus, root);
}

function viewOf(focus, drawn) {
  return focus.members === undefined
    ? {node: focus.node, value: drawn[focus.node]}
    : {members: focus.members, owner: focus.owner, value: sumOf(focus.members, drawn)};
}

function sumOf(nodes, values) {
  let sum = 0;
  for (const node of nodes) {
    sum += values[node];
  }
  return sum;
}

/** The children that can be seen, widest first, and a group of those that cannot. */
function seen(tree, drawn, view, least) {
  const wide = [];
  const narrow = [];
  const sort = (node) => {
    if (drawn[node] > 0) {
      (drawn[node] >= least ? wide : narrow).push(node);
    }
  };
  if (view.members === undefined) {
    eachChild(tree, view.node, sort);
  } else {
    view.members.forEach(sort);
  }
  const byValue = (a, b) => drawn[b] - drawn[a] || a - b;
  const children = wide.sort(byValue).map((node) => ({node, value: drawn[node]}));
  const owner = view.members === undefined ? {node: view.node} : view.owner;
  const group = (members) => ({members, owner, value: sumOf(members, drawn)});
  if (narrow.length === 1 || (narrow.length > 0 && narrow.length <= PARTS && view.members !== undefined)) {
    children.push(...narrow.sort(byValue).map((node) => ({node, value: drawn[node]})));
  } else if (narrow.length > 0 && wide.length > 0) {
    children.push(group(narrow.sort(byValue)));
  } else if (narrow.length > 0) {
    narrow.sort(byValue);
    const size = Math.ceil(narrow.length / PARTS);
    for (let from = 0; from < narrow.length; from += size) {
      children.push(group(narrow.slice(from, from + size)));
    }
  }
  return children.filter((child) => child.value > 0 && (child.value >= least / 4 || view.members !== undefined));
}

/** Puts the callers of what was zoomed to above it, as wide as itself. */
function underAncestors(tree, focus, view) {
  let top = view;
  let node = focus.members === undefined ? tree.parent[focus.node] : focus.owner.node;
  for (let count = 0; node > 0 && count < MAX_ANCESTORS; count++) {
    top = {node, value: view.value, rest: 0, ancestor: true, children: [top]};
    node = tree.parent[node];
  }
  return top;
}
