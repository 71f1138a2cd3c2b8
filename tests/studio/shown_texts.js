// Every sentence that a page shows or says, apart from what is nobody's to translate: moves, boards, own words.
() => {
  const apart = "[translate=no], pre, code, kbd, script, style, noscript, svg, .move, .board, .lesson-text, .board-picture, [data-raw]";
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => (node instanceof Element && node.matches(apart) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      if (node.parentElement.localName !== "textarea") found.add(node.data.trim());
    } else {
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) if (node.hasAttribute(name)) found.add(node.getAttribute(name).trim());
    }
  }
  found.add(document.title);
  return [...found].filter((text) => /\p{L}{2}/u.test(text));
}
