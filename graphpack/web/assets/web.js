/* Marks in the transcript what the chosen statement is drawn from, and brings it into sight. */
(() => {
  "use strict";
  const transcript = document.getElementById("transcript");
  const places = new Map();
  if (transcript) for (const one of transcript.querySelectorAll(".said")) places.set(one.dataset.place, one);

  /* offsets count characters, a browser's strings count halves of some of them */
  function units(text, characters) {
    let at = 0;
    for (let n = 0; n < characters && at < text.length; n += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  }

  function clear() {
    for (const mark of transcript.querySelectorAll("mark")) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
  }

  function mark(box, start, end) {
    const text = box.textContent;
    let from = units(text, start);
    const to = units(text, end);
    let first = null;
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const pieces = [];
    for (let at = 0; walker.nextNode(); at += walker.currentNode.length) pieces.push([walker.currentNode, at]);
    for (const [node, at] of pieces) {
      const a = Math.max(from - at, 0);
      const b = Math.min(to - at, node.length);
      if (a >= b || node.parentNode.nodeName === "MARK") continue;
      const range = document.createRange();
      range.setStart(node, a);
      range.setEnd(node, b);
      const made = document.createElement("mark");
      range.surroundContents(made);
      first ??= made;
    }
    return first;
  }

  document.addEventListener("graphpack:chosen", (event) => {
    if (!transcript) return;
    clear();
    const statement = [...document.querySelectorAll(".statement")].find((one) => one.dataset.node === event.detail);
    let first = null;
    for (const link of statement?.querySelectorAll("a[data-quote]") ?? []) {
      const [message, part, start, end] = link.dataset.quote.split(" ").map(Number);
      const box = places.get(`${message} ${part}`);
      const made = box ? mark(box, start, end) : null;
      first ??= made;
    }
    /* on a phone the details stand over the lower half */
    first?.scrollIntoView({ block: innerWidth > 640 ? "center" : "start" });
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-quote]");
    if (!link || !transcript) return;
    event.preventDefault();
    document.querySelector("[data-show=transcript]").click();
    const [message, part] = link.dataset.quote.split(" ");
    const box = places.get(`${message} ${part}`);
    (box?.querySelector("mark") ?? box)?.scrollIntoView({ block: "center" });
    transcript.focus({ preventScroll: true });
  });
})();
