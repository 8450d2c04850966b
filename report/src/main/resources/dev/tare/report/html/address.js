/**
 * What is shown, as the part of the page's address behind the #, so that a link, a reload and the browser's Back lead to
 * it. State is an object of texts; what is missing is as the page opens.
 */
const ADDRESS_KEYS = ["view", "values", "thread", "threads", "zoom", "search", "method", "table", "group", "drawn"];

function addressOf(state) {
  const parameters = new URLSearchParams();
  for (const key of ADDRESS_KEYS) {
    if (state[key]) {
      parameters.set(key, state[key]);
    }
  }
  const text = parameters.toString();
  return text === "" ? "" : "#" + text;
}

function stateOf(address) {
  const parameters = new URLSearchParams(address.replace(/^#/, ""));
  const state = {};
  for (const key of ADDRESS_KEYS) {
    state[key] = parameters.get(key) ?? "";
  }
  return state;
}

/**
 * What is zoomed to, as text: the number of a node, or of a group's caller, where its first member stands among all
 * callees by falling value, and how many they are. Nodes of a bottom-up tree have no lasting numbers: their methods, from
 * the root down.
 */
function zoomText(model) {
  const {focus, tree, isAtTop, isBottomUp} = model;
  if (isAtTop) {
    return "";
  }
  const place = (node) => (isBottomUp ? pathTo(tree, node).map((at) => tree.method[at]).join("-") : String(node));
  if (focus.members === undefined) {
    return place(focus.node);
  }
  const owner = focus.owner.node ?? 0;
  const first = childrenByValue(model, owner).indexOf(focus.members[0]);
  return [place(owner), first, focus.members.length].join("~");
}

/** The view that a text stands for; the whole tree where it stands for none. */
function zoomOf(text, model) {
  const [place, first, count] = text.split("~");
  const node = model.isBottomUp ? nodeByMethods(model.tree, place) : Number(place);
  if (!Number.isInteger(node) || node < 0 || node >= model.tree.size) {
    return {node: 0};
  }
  if (first === undefined) {
    return {node};
  }
  const members = childrenByValue(model, node).slice(Number(first), Number(first) + Number(count));
  return members.length === 0 ? {node} : {members, owner: {node}};
}

function childrenByValue({tree, sums}, node) {
  const children = [];
  eachChild(tree, node, (child) => children.push(child));
  return children.filter((child) => sums.drawn[child] > 0).sort((a, b) => sums.drawn[b] - sums.drawn[a] || a - b);
}

function nodeByMethods(tree, path) {
  let node = 0;
  for (const method of path === "" ? [] : path.split("-").map(Number)) {
    let found = -1;
    eachChild(tree, node, (child) => {
      if (tree.method[child] === method) {
        found = child;
      }
    });
    if (found < 0) {
      return node;
    }
    node = found;
  }
  return node;
}
