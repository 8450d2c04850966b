/** Keys that work on the whole page, where no text is being typed. */
function pageKeys(actions) {
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !actions[event.key]) {
      return;
    }
    event.preventDefault();
    actions[event.key]();
  });
}
