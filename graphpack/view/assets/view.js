/* Draws the plane, and ties list, plane and details together. It never makes markup of a text. */
(() => {
  "use strict";
  const plane = JSON.parse(document.getElementById("plane").textContent);
  const $ = (id) => document.getElementById(id);
  const all = (what) => [...document.querySelectorAll(what)];
  const byNode = (what) => new Map(all(what).map((one) => [one.dataset.node, one]));
  const entries = byNode(".entry");
  const statements = byNode(".statement");
  const nodes = new Map(plane.nodes.map((node) => [node.id, node]));
  const box = $("graph");
  let chosen = null;
  let cy = null;
  let shape = null;
  let size = "";
  document.body.classList.add("js");

  const say = (text) => { $("said").textContent = ""; $("said").textContent = text; };
  const idOf = (hash) => {
    if (!hash.startsWith("#node-")) return null;
    const place = document.getElementById(hash.slice(1));
    return place ? place.dataset.node : null;
  };

  /* colours are those of the style, so that dark and light hold here as well */
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const kind = (type) => colour(plane.known.includes(type) ? type : "unknown");

  /* a tenth of one colour in another, for both written as #rrggbb */
  function mixed(over, under) {
    const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const [a, b] = [parts(over), parts(under)];
    return `rgb(${a.map((value, place) => Math.round(value * 0.11 + b[place] * 0.89)).join(",")})`;
  }

  function style() {
    const [ink, quiet, line, surface, ground, accent, bad] =
      ["ink", "quiet", "line", "surface", "ground", "accent", "bad"].map(colour);
    const font = getComputedStyle(document.body).fontFamily;
    return [
      /* lanes, ties, cards: otherwise every tie is under every lane */
      { selector: "node, edge", style: { "z-index-compare": "manual" } },
      { selector: "node", style: { "font-family": font } },
      { selector: ".lane", style: {
        shape: "round-rectangle", "corner-radius": 10, width: "data(w)", height: "data(h)",
        "background-color": surface, "background-opacity": 0.6, "border-width": 1,
        "border-color": line, events: "no", "z-index": 0 } },
      { selector: ".column", style: {
        width: 1, height: 1, "background-opacity": 0, label: "data(label)", "text-halign": "right",
        "text-valign": "center", "font-size": 11, color: quiet, events: "no",
        "text-wrap": "ellipsis", "text-max-width": 200,
        "min-zoomed-font-size": 7 } },
      { selector: ".card", style: {
        shape: "round-rectangle", "corner-radius": 7, width: 172, height: 58,
        "background-color": (one) => mixed(kind(one.data("type")), surface), "border-width": 1.4,
        "border-color": (one) => kind(one.data("type")),
        label: "data(label)", color: ink, "font-size": 11.5, "line-height": 1.2,
        "text-wrap": "wrap", "text-max-width": 156, "text-valign": "center",
        "text-halign": "center", "min-zoomed-font-size": 5.5, "z-index": 10 } },
      { selector: ".card[importance = 'high']", style: { "border-width": 2.6, "font-weight": 600 } },
      { selector: ".card[importance = 'low']", style: { "border-width": 0.8 } },
      { selector: ".card[standing = 'settled']", style: { "background-color": ground, color: quiet } },
      { selector: ".card[standing = 'dropped']", style: {
        "background-color": ground, "border-style": "dashed", color: quiet } },
      { selector: "edge", style: {
        width: 1.4, "line-color": quiet, "target-arrow-color": quiet, "target-arrow-shape": "triangle",
        "arrow-scale": 0.8, "curve-style": "round-segments", "segment-radii": 8,
        "edge-distances": "node-position", "segment-weights": (one) => route(one).weights,
        "segment-distances": (one) => route(one).distances, opacity: 0.4, "z-index": 5, events: "no",
        "font-size": 10, color: ink, "text-background-color": surface,
        "text-background-opacity": 1, "text-background-padding": 2, "text-rotation": "autorotate" } },
      { selector: "edge.under", style: { "line-style": "dotted", "target-arrow-shape": "none" } },
      { selector: "edge.supersedes", style: {
        width: 3, "line-color": bad, "target-arrow-color": bad, opacity: 0.95, "arrow-scale": 1.1,
        "z-index": 8 } },
      { selector: ".faded", style: { opacity: 0.14 } },
      { selector: ".near", style: { opacity: 1 } },
      { selector: "edge.near", style: { label: "data(label)", "z-index": 20, opacity: 1 } },
      /* its colour says what it is, and between neighbours it is shorter than its name */
      { selector: "edge.supersedes.near", style: { label: "" } },
      { selector: ".card.chosen", style: {
        opacity: 1, "border-color": accent, "border-width": 3.5, "underlay-color": accent,
        "underlay-opacity": 0.18, "underlay-padding": 7, "z-index": 30 } },
      { selector: ".out", style: { display: "none" } },
    ];
  }

  /* ties go between the cards, never behind one: beside the columns, and above or below a row */
  function route(edge) {
    const { card, gap } = plane;
    const [from, to] = [edge.source().position(), edge.target().position()];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    /* what goes the same way goes side by side */
    const shift = (Number(edge.id().split(" ")[1]) % 5 - 2) * 4;
    const aside = (card[0] + gap[0]) / 2 + shift;
    const beside = (one, other) => one.x + (other.x < one.x ? -aside : aside);
    const isNear = Math.abs(dx) + Math.abs(dy) <= card[dx ? 0 : 1] + gap[dx ? 0 : 1] + 1;
    const [out, back] = [beside(from, to), dx ? beside(to, from) : beside(from, to)];
    const level = to.y + (dy > 0 ? -1 : 1) * ((card[1] + gap[1]) / 2 + shift);
    const bends = isNear ? [] : Math.abs(out - back) < 1
      ? [[out, from.y], [out, to.y]]
      : [[out, from.y], [out, level], [back, level], [back, to.y]];
    const long = Math.hypot(dx, dy) || 1;
    const points = bends.map(([x, y]) => [x - from.x, y - from.y]);
    return {
      weights: points.map(([x, y]) => (x * dx + y * dy) / long ** 2).concat(points.length ? [] : 0.5),
      distances: points.map(([x, y]) => (y * dx - x * dy) / long).concat(points.length ? [] : 0),
    };
  }

  function elements(layout) {
    const made = [];
    const add = (classes, data, x, y) =>
      made.push({ data, classes, position: { x, y }, grabbable: false, selectable: false });
    layout.lanes.forEach((lane, place) => {
      const middle = lane.top + lane.height / 2;
      const data = { id: `lane ${place}`, w: layout.width, h: lane.height };
      add("lane", data, layout.width / 2, middle);
    });
    layout.columns.forEach((column, place) => {
      if (column.head) add("column", { id: `column ${place}`, label: column.head }, column.left, -14);
    });
    for (const node of plane.nodes) {
      const [x, y] = layout.places[node.id];
      const { label, type, importance, standing } = node;
      add("card", { id: `card ${node.id}`, node: node.id, label, type, importance, standing }, x, y);
    }
    const tie = (one, place, classes, label) => made.push({
      data: { id: `${classes} ${place}`, source: `card ${one.from}`, target: `card ${one.to}`, label },
      classes, selectable: false });
    plane.under.forEach((one, place) => tie(one, place, "under", "detail"));
    plane.ties.forEach((one, place) => tie(one, place,
      one.type === plane.supersedes ? "supersedes" : "tie", one.type.replaceAll("_", " ")));
    return made;
  }

  const wanted = () => (box.clientWidth < box.clientHeight * 1.05 ? "tall" : "wide");

  function draw() {
    if (!box.clientWidth || !box.clientHeight || !plane.nodes.length) return;
    const now = `${box.clientWidth} ${box.clientHeight}`;
    /* a canvas is empty from when its size is set until the next frame */
    if (cy && shape === wanted()) { if (now !== size) { size = now; cy.resize(); cy.renderer().render(); } return; }
    if (cy) cy.destroy();
    shape = wanted();
    size = now;
    cy = cytoscape({
      container: box, elements: elements(plane[shape]), style: style(),
      layout: { name: "preset", fit: false }, minZoom: 0.08, maxZoom: 2.5,
      boxSelectionEnabled: false, autoungrabify: true,
    });
    fit();
    name();
    cy.on("viewport resize", place);
    cy.on("tap", ".card", (event) => choose(event.target.data("node"), { from: "graph" }));
    cy.on("tap", (event) => { if (event.target === cy) choose(null, {}); });
    cy.on("mouseover", ".card", () => { box.style.cursor = "pointer"; });
    cy.on("mouseout", ".card", () => { box.style.cursor = ""; });
    filter();
    light();
    cy.renderer().render(); /* now, not in the next frame: a picture may be taken before it */
  }

  /* names of lanes are text of the page: they stay readable, and in sight, at any zoom */
  function name() {
    all(".lane-name").forEach((one) => one.remove());
    for (const lane of plane[shape].lanes) {
      const text = document.createElement("span");
      text.className = "lane-name kind";
      text.dataset.kind = lane.name;
      text.textContent = lane.name;
      box.parentElement.append(text);
    }
  }

  function place() {
    const { x, y } = cy.pan();
    const lanes = plane[shape].lanes;
    all(".lane-name").forEach((text, n) => {
      const isNear = cy.zoom() >= 0.6;
      const wide = text.offsetWidth;
      const left = isNear ? Math.max(4, x + 6 * cy.zoom()) : Math.max(4, x - wide - 4);
      const top = lanes[n].top * cy.zoom() + y + (isNear ? 2 : 0);
      const bottom = top + lanes[n].height * cy.zoom();
      text.style.transform = `translate(${left}px, ${Math.max(Math.min(2, bottom - 18), top)}px)`;
      text.hidden = bottom < 16 || top > box.clientHeight || bottom - top < 14;
    });
  }

  function fit() {
    cy.fit(cy.elements().not(".out"), 26);
    if (cy.zoom() > 1.15) { cy.zoom(1.15); cy.center(cy.elements().not(".out")); }
  }

  function light() {
    if (!cy) return;
    cy.batch(() => {
      cy.elements().removeClass("faded near chosen");
      if (!chosen || !nodes.has(chosen)) return;
      const card = cy.getElementById(`card ${chosen}`);
      /* the whole chain of what superseded what is shown, and what is tied to the one itself */
      const chain = card.union(card.predecessors(".supersedes, .card")
        .filter(inChain(card))).union(card.successors().filter(inChain(card)));
      const near = card.closedNeighborhood().union(chain);
      cy.elements(".card, edge").not(near).addClass("faded");
      near.addClass("near");
      card.addClass("chosen");
    });
  }

  function inChain(card) {
    const found = new Set([card.id()]);
    let grew = true;
    while (grew) {
      grew = false;
      for (const edge of cy.edges(".supersedes")) {
        const ends = [edge.source().id(), edge.target().id()];
        if (ends.some((end) => found.has(end)) && !found.has(edge.id())) {
          ends.forEach((end) => found.add(end));
          found.add(edge.id());
          grew = true;
        }
      }
    }
    return (one) => found.has(one.id());
  }

  function choose(id, { from }) {
    chosen = id && statements.has(id) ? id : null;
    for (const [name, entry] of entries) {
      entry.classList.toggle("chosen", name === chosen);
      const link = entry.querySelector("a");
      if (name === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const [name, statement] of statements) statement.hidden = name !== chosen;
    document.querySelector(".hint").hidden = Boolean(chosen);
    $("close").hidden = !chosen;
    $("details").scrollTop = 0;
    light();
    if (!chosen) {
      if (location.hash.startsWith("#node-")) history.replaceState(null, "", location.pathname + location.search);
      draw();
      tell();
      return;
    }
    const statement = statements.get(chosen);
    history.replaceState(null, "", `#${statement.id}`);
    const entry = entries.get(chosen);
    if (from !== "list" && entry) entry.scrollIntoView({ block: "nearest" });
    if (from === "list" || from === "link") statement.focus({ preventScroll: true });
    const words = statement.querySelector(".words").textContent;
    say(`${chosen}, ${nodes.get(chosen)?.type ?? "cut"}: ${words}`);
    requestAnimationFrame(() => {
      draw();
      if (cy && nodes.has(chosen)) bring(chosen);
    });
    tell();
  }

  const tell = () => document.dispatchEvent(new CustomEvent("graphpack:chosen", { detail: chosen }));

  /* a chosen card is brought into sight, and near enough to be read */
  function bring(id) {
    const card = cy.getElementById(`card ${id}`);
    const at = card.renderedBoundingBox();
    const isIn = at.x1 > 0 && at.y1 > 0 && at.x2 < cy.width() && at.y2 < cy.height();
    if (isIn && cy.zoom() >= 0.5) return;
    cy.zoom(Math.max(cy.zoom(), 0.7));
    cy.center(card);
    /* a plane that is larger than the window shows no empty margin, a smaller one stands in the middle */
    const all = cy.elements().not(".out").renderedBoundingBox();
    const by = (low, high, size) => (high - low < size ? (size - low - high) / 2 : low > 20 ? 20 - low : high < size - 20 ? size - 20 - high : 0);
    cy.panBy({ x: by(all.x1, all.x2, cy.width()), y: by(all.y1, all.y2, cy.height()) });
  }

  const marked = (name) => new Set(all(`.chips input[name="${name}"]:checked`).map((one) => one.value));

  function filter() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const picks = { type: marked("type"), status: marked("status"), importance: marked("importance") };
    const isPicked = Object.values(picks).some((one) => one.size);
    const fits = (node) => Object.entries(picks).every(([name, values]) => !values.size || values.has(node[name] || "none"))
      && words.every((word) => node.words.includes(word) || node.id.toLowerCase() === word);
    let shown = 0;
    const kept = new Set();
    for (const node of plane.nodes) {
      if (fits(node)) { kept.add(node.id); shown += 1; }
    }
    for (const [name, entry] of entries) {
      const isCut = !nodes.has(name);
      entry.hidden = isCut ? isPicked || !words.every((word) => entry.textContent.toLowerCase().includes(word)) : !kept.has(name);
    }
    for (const group of all(".group[data-group]")) {
      const left = group.querySelectorAll(".entry:not([hidden])").length;
      group.hidden = !left;
    }
    const isNarrow = isPicked || words.length > 0;
    document.querySelector(".nothing").hidden = all(".entry:not([hidden])").length > 0;
    $("reset").hidden = !isNarrow;
    if (cy) {
      cy.batch(() => cy.elements(".card").forEach((card) => card.toggleClass("out", !kept.has(card.data("node")))));
    }
    return isNarrow ? `${shown} of ${plane.nodes.length} statements shown` : `${plane.nodes.length} statements`;
  }

  function reset() {
    $("search").value = "";
    all(".chips input:checked").forEach((one) => { one.checked = false; });
    say(filter());
    $("search").focus();
  }

  async function copy(text, button) {
    let isDone = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      isDone = document.execCommand("copy");
      area.remove();
      button.focus();
    }
    const before = button.dataset.label ?? button.textContent;
    button.dataset.label = before;
    button.textContent = isDone ? "Copied" : "Not copied";
    say(button.textContent);
    setTimeout(() => { button.textContent = before; }, 1600);
  }

  function show(pane) {
    document.body.dataset.pane = pane;
    all("[data-show]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.show === pane)));
    requestAnimationFrame(draw);
  }

  function theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("graphpack-theme", next); } catch { /* a file may have no store */ }
    paint();
    say(next);
  }

  function paint() { if (cy) cy.style(style()); }

  /* from card to card: along time in a lane, and to the nearest one of the lane beside */
  function step(key) {
    const places = plane[shape ?? "wide"].places;
    const there = plane.nodes.filter((node) => !cy || !cy.getElementById(`card ${node.id}`).hasClass("out"));
    if (!there.length) return;
    if (!chosen || !nodes.has(chosen)) { choose(there[0].id, { from: "graph" }); return; }
    const [x, y] = places[chosen];
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    for (const node of there) {
      const [ox, oy] = places[node.id];
      const along = (ox - x) * dx + (oy - y) * dy;
      if (along <= 0) continue;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const far = along + aside * 3;
      if (best === null || far < best.far) best = { far, id: node.id };
    }
    if (best) choose(best.id, { from: "graph" });
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches?.("input, textarea, select");
    if (event.key === "Escape") {
      if (isTyping && event.target.value && event.target.type === "search") { event.target.value = ""; say(filter()); }
      else choose(null, {});
      return;
    }
    if (isTyping) return;
    if (event.key === "/") { event.preventDefault(); $("search").focus(); return; }
    if (document.activeElement !== box || !cy) return;
    if (event.key.startsWith("Arrow")) { event.preventDefault(); step(event.key); }
    else if (event.key === "Enter" && chosen) { event.preventDefault(); statements.get(chosen).focus(); }
    else if (event.key === "+" || event.key === "=") zoom("in");
    else if (event.key === "-") zoom("out");
    else if (event.key === "0") fit();
  }

  function zoom(how) {
    if (!cy) return;
    if (how === "fit") { fit(); return; }
    const level = cy.zoom() * (how === "in" ? 1.3 : 1 / 1.3);
    cy.zoom({ level, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#node-']");
    const id = link ? idOf(link.getAttribute("href")) : null;
    if (id !== null && id !== undefined) {
      event.preventDefault();
      choose(id, { from: link.closest(".entry") ? "list" : "link" });
      return;
    }
    const button = event.target.closest?.("button");
    if (!button) return;
    if (button.dataset.copy) copy($(button.dataset.copy).textContent, button);
    else if (button.dataset.copyStatement !== undefined) copy(statements.get(button.dataset.copyStatement).querySelector(".words").textContent, button);
    else if (button.dataset.zoom) zoom(button.dataset.zoom);
    else if (button.dataset.show) show(button.dataset.show);
    else if (button.id === "print") print();
    else if (button.id === "theme") theme();
    else if (button.id === "reset") reset();
    else if (button.id === "close") {
      const back = entries.get(chosen)?.querySelector("a");
      choose(null, {});
      back?.focus();
    }
  });
  $("search").addEventListener("input", () => say(filter()));
  all(".chips input").forEach((one) => one.addEventListener("change", () => say(filter())));
  addEventListener("hashchange", () => { const id = idOf(location.hash); if (id) choose(id, { from: "link" }); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  new ResizeObserver(() => requestAnimationFrame(draw)).observe(box);

  try {
    const kept = localStorage.getItem("graphpack-theme");
    if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  } catch { /* as above */ }
  const narrow = document.querySelector(".narrow");
  const spread = () => { narrow.open = innerWidth > 1000; };
  spread();
  matchMedia("(max-width: 1000px)").addEventListener("change", spread);
  const first = idOf(location.hash);
  choose(first, { from: "start" });
  draw();
})();
