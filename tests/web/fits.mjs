// What a page can get wrong that a program can see: fit.test.mjs looks for it on every page, and first on a page that
// has every fault.

/** What does not fit, as short texts. Evaluated in the page, so it uses nothing from outside. */
export function faults() {
  const found = [];
  const said = (e) => {
    const text = (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${e.tagName.toLowerCase()}${e.classList.length > 0 ? `.${[...e.classList].join('.')}` : ''} "${text}"`;
  };
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) {
    const far = [...document.querySelectorAll('main *, header *, footer *')].filter(
      (e) => e.getBoundingClientRect().right > innerWidth + 0.5 && e.children.length === 0,
    );
    found.push(`${wide} px too wide: ${far.slice(0, 2).map(said).join(', ')}`);
  }
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    const seen = e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true });
    return seen && box.width > 1 && box.height > 1;
  };
  const hidden = (e) => e.closest('.visually-hidden, .skip, [hidden], [inert]') !== null;
  const floats = (e) => {
    for (let at = e; at; at = at.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
    return false;
  };
  /** The part of a box that the boxes around an element leave in sight. */
  const inSight = (box, e) => {
    let { left, right, top, bottom } = box;
    for (let at = e; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return right > left && bottom > top ? { left, right, top, bottom } : null;
  };

  // Text that its own box cuts off, and that no scrolling brings back. An ellipsis is for what people have written.
  const TEXTS = 'button, a, b, h1, h2, h3, label, legend, th, td, dt, dd, summary, .chip, span, p';
  for (const e of document.querySelectorAll(TEXTS)) {
    if (!shown(e) || hidden(e)) continue;
    const { overflowX, overflowY, textOverflow } = getComputedStyle(e);
    const cut = (way) => way === 'hidden' || way === 'clip';
    if (cut(overflowX) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) {
      const written = textOverflow === 'ellipsis' && e.closest('[title], .study-line-row') !== null;
      if (!written) found.push(`cut off: ${said(e)}`);
    }
    if (cut(overflowY) && e.scrollHeight > e.clientHeight + 2 && e.clientHeight > 0) found.push(`cut off below: ${said(e)}`);
  }
  // A word of a heading that breaks in the middle, and a name of which nothing is left.
  for (const e of document.querySelectorAll('h1, h2')) {
    for (const node of shown(e) ? e.childNodes : []) {
      if (node.nodeType !== Node.TEXT_NODE || /[_\d]/.test(node.data)) continue;
      for (const word of node.data.matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
        if (lines.size > 1) found.push(`broken word: ${word[0]}`);
      }
    }
  }
  for (const e of document.querySelectorAll('main b, main a, main span')) {
    if (!shown(e) || hidden(e) || getComputedStyle(e).textOverflow !== 'ellipsis') continue;
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth < 30) found.push(`nothing left: ${said(e)}`);
  }
  // A choice that its own box cuts off; the arrow takes some of it.
  const pen = document.createElement('canvas').getContext('2d');
  for (const e of document.querySelectorAll('main select')) {
    if (!shown(e) || hidden(e)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(e);
    pen.font = font;
    const room = e.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 14;
    const text = e.selectedOptions[0]?.text ?? '';
    if (pen.measureText(text).width > room + 1) found.push(`choice cut off: ${text}`);
  }
  // Words that stick out of what one presses.
  for (const e of document.querySelectorAll('main button, main .chip, main label, main a.button, header button, header a')) {
    if (!shown(e) || hidden(e)) continue;
    const whole = e.getBoundingClientRect();
    for (const part of e.querySelectorAll('b, span')) {
      const box = part.getBoundingClientRect();
      if (part.children.length > 0 || !shown(part) || hidden(part)) continue;
      const width = Math.max(box.width, part.scrollWidth);
      if (getComputedStyle(part).overflowX === 'visible' && box.left + width > whole.right + 1.5) found.push(`sticks out: ${said(e)}`);
    }
  }

  // Text and its lines, as far as they are in sight.
  const inks = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (node.data.trim() === '' || !e || hidden(e) || !shown(e) || floats(e)) continue;
    if (e.closest('script, style, option, svg.board, .board, .stone-choice, .chat-mark, [role=tooltip], dialog')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = inSight(rect, e);
      if (box && box.right - box.left > 2) inks.push({ node, e, ...box, middle: (rect.top + rect.bottom) / 2 });
    }
  }
  inks.sort((a, b) => a.top - b.top);
  for (let i = 0; i < inks.length; i++)
    for (let k = i + 1; k < inks.length && inks[k].top < inks[i].bottom - 3; k++) {
      const [a, b] = [inks[i], inks[k]];
      if (a.node === b.node) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Lines of text may share the space between them.
      if (x > 2 && y > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) found.push(`text on text: ${said(a.e)} and ${said(b.e)}`);
    }

  // Things that are pressed and lie on each other, or touch without belonging together.
  const PRESSED = 'main button, main select, main input, main textarea, main a.button, main summary, header button, header a';
  const pressed = [...document.querySelectorAll(PRESSED)]
    .filter((e) => shown(e) && !hidden(e) && !floats(e) && e.closest('.board, .study-board, .chat-mark, dialog') === null)
    .filter((e) => !['radio', 'checkbox', 'hidden', 'range'].includes(e.type));
  const boxes = pressed.map((e) => inSight(e.getBoundingClientRect(), e.parentElement));
  /** Whether one sees where it ends: a line around it, or a ground of its own. */
  const edged = (e) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(e);
    const clear = (colour) => /, 0\)$/.test(colour) || colour === 'transparent';
    let ground = '';
    for (let at = e.parentElement; at && (ground === '' || clear(ground)); at = at.parentElement)
      ground = getComputedStyle(at).backgroundColor;
    const other = (colour) => !clear(colour) && colour !== ground;
    return (parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none' && other(borderTopColor)) || other(backgroundColor);
  };
  for (let i = 0; i < pressed.length; i++)
    for (let k = i + 1; k < pressed.length; k++) {
      if (pressed[i].contains(pressed[k]) || pressed[k].contains(pressed[i])) continue;
      const [a, b] = [boxes[i], boxes[k]];
      if (!a || !b) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const pair = `${said(pressed[i])} and ${said(pressed[k])}`;
      if (x > 1 && y > 1) found.push(`overlap: ${pair}`);
      else if (((x > 4 && y > -3) || (y > 4 && x > -3)) && edged(pressed[i]) && edged(pressed[k]) && pressed[i].closest('[data-joined]') === null)
        found.push(`touch: ${pair}`);
    }
  // Words that are glued to a field beside them.
  const fields = [...document.querySelectorAll('main select, main input, main textarea, main button')].filter(
    (e) => shown(e) && !hidden(e) && e.type !== 'hidden' && e.closest('.board, dialog') === null,
  );
  for (const field of fields) {
    const box = field.getBoundingClientRect();
    for (const ink of inks) {
      if (field.contains(ink.e) || ink.middle < box.top || ink.middle > box.bottom) continue;
      if (!edged(field) && !['radio', 'checkbox'].includes(field.type)) continue;
      if (ink.e.closest('button, .chip, a.button') && !ink.e.closest('button, .chip, a.button').contains(field)) continue;
      const gap = Math.max(box.left - ink.right, ink.left - box.right);
      if (gap < 3 && gap > -2) found.push(`glued: ${said(ink.e)} and ${said(field)}`);
    }
  }
  // Boxes to tick that a narrow row has squeezed.
  for (const e of document.querySelectorAll('input[type=checkbox], input[type=radio]')) {
    if (!shown(e) || hidden(e) || getComputedStyle(e).appearance === 'none') continue;
    const { width, height } = e.getBoundingClientRect();
    if (width < 12 || height < 12 || Math.abs(width - height) > 1) found.push(`shrunken: ${said(e)} in ${said(e.parentElement)}`);
  }
  // The whole board that one plays on is in sight at once.
  for (const board of document.querySelectorAll('main .board[role=grid]')) {
    if (!shown(board)) continue;
    const { top, bottom, left, right } = board.getBoundingClientRect();
    const lies = innerWidth > innerHeight && board.closest('.match-page') !== null;
    // What somebody else wants stands above everything until it is answered.
    const asked = document.querySelector('.requests')?.getBoundingClientRect().height ?? 0;
    const low = lies ? bottom + scrollY - asked : bottom - top;
    if (low > innerHeight + 0.5) found.push(`a board ends ${Math.round(low - innerHeight)} px below the window`);
    if (left < 0 || right > innerWidth + 0.5) found.push('a board is wider than the window');
  }
  // By night no large part of the page is white, but for boards and bars that show how much is White's.
  if (document.documentElement.dataset.theme === 'dark' && !matchMedia('(forced-colors: active)').matches) {
    for (const e of document.querySelectorAll('main *, header *')) {
      if (!shown(e) || e.closest('.qr-code, .board, .study-bar, .study-graph-box, .study-overlay, .explorer-bar, .explorer-board, .explorer-results, .won, .dot')) continue;
      const { width, height } = e.getBoundingClientRect();
      const { backgroundColor, fill } = getComputedStyle(e);
      const colour = e instanceof SVGGraphicsElement && e.tagName !== 'svg' ? fill : backgroundColor;
      const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      if (width * height > 1500 && a > 0.5 && Math.min(r, g, b) > 200) found.push(`white by night: ${said(e)}`);
    }
  }
  // Where colours are forced, the marks of the sides still differ.
  if (matchMedia('(forced-colors: active)').matches) {
    const looks = new Map();
    for (const e of document.querySelectorAll('main .dot')) {
      if (!shown(e)) continue;
      const s = getComputedStyle(e);
      const before = getComputedStyle(e, '::before');
      const look = [s.backgroundColor, s.backgroundImage, s.borderTopColor, s.borderTopStyle, s.borderRadius, s.clipPath, before.content, before.clipPath].join('|');
      const kind = [...e.classList].filter((name) => name !== 'dot').sort().join('.');
      const other = looks.get(look);
      if (other !== undefined && other !== kind) found.push(`dots look alike: ${other} and ${kind}`);
      looks.set(look, kind);
    }
  }
  // A word that stands twice in a row.
  for (const e of document.querySelectorAll('main p, main .soft, main h1, main dd')) {
    if (!shown(e) || e.closest('.rules, .lesson')) continue;
    const twice = /(?:^|[\s·])(\p{L}{4,})\s*[·,:]\s*\1(?![\p{L}])/iu.exec(e.innerText ?? '');
    if (twice) found.push(`said twice: ${twice[0].trim()}`);
  }
  return [...new Set(found)];
}

/** A page on which every fault can be seen, and what faults() says of each, with the look under which it does. */
export const FAULTY = `<!doctype html><html data-theme="dark"><head><style>
  body { margin: 0; font: 16px sans-serif; }
  button, select { border: 1px solid #888; background: #444; color: #fff; padding: 0; margin: 0; }
  .row { display: flex; height: 30px; margin: 8px; }
  .apart { gap: 10px; }
  .dot { width: 10px; height: 10px; display: inline-block; border: 1px solid; }
  @media (forced-colors: none) { .dot.side-2 { background: #fff; } }
</style></head><body><main>
  <div style="width: 120vw; height: 5px"><i>far</i></div>
  <div class="row"><b style="width: 40px; overflow: hidden; white-space: nowrap">Troglodyte</b></div>
  <div class="row"><b style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Ellipsized</b></div>
  <div class="row"><b title="Squeezed" style="width: 9px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Squeezed</b></div>
  <h2 style="width: 90px; overflow-wrap: anywhere">Troglodytenheim</h2>
  <p style="height: 18px; overflow: hidden; width: 60px">three lines of text</p>
  <div class="row"><button style="width: 30px; text-align: left"><span style="white-space: nowrap">Sticking out</span></button></div>
  <div class="row" style="position: relative"><span>Below</span><span style="position: absolute; left: 4px">Above</span></div>
  <div class="row"><button>Yes</button><button style="margin-left: -9px">No</button></div>
  <div class="row"><button>Left</button><button>Right</button></div>
  <div class="row"><label>Game<select><option>Levee</option></select></label></div>
  <div class="row"><select style="width: 40px"><option>A long choice</option></select></div>
  <div class="row"><input type="checkbox" style="width: 5px; height: 13px; margin: 0" aria-label="tick"></div>
  <svg class="board" role="grid" width="100" height="3000"><rect width="100" height="3000"></rect></svg>
  <div style="background: #fff; width: 100px; height: 40px" class="preview"></div>
  <p><span class="dot side-1"></span> <span class="dot side-2"></span></p>
  <p>member · Member since May</p>
</main></body></html>`;
export const SEEN = [
  'px too wide', 'cut off: b "Troglodyte"', 'cut off: b "Ellipsized"', 'nothing left: b "Squeezed"', 'broken word: Troglodytenheim', 'cut off below: p', 'sticks out: button',
  'text on text: span "Below" and span "Above"', 'overlap: button "Yes" and button "No"',
  'touch: button "Left" and button "Right"', 'glued: label "GameLevee" and select', 'shrunken: input', 'choice cut off: A long choice',
  'px below the window', 'white by night: div.preview', 'said twice: member · Member',
];
/** With forced colours. */
export const SEEN_FORCED = ['dots look alike: side-1 and side-2'];
/** The same without a fault. */
export const SOUND = `<!doctype html><html data-theme="dark"><head><style>
  body { margin: 0; font: 16px sans-serif; background: #111; color: #fff; }
  button, select { border: 1px solid #888; background: #444; color: #fff; padding: 2px 6px; }
  .row { display: flex; gap: 8px; margin: 8px; align-items: center; }
</style></head><body><main>
  <div class="row"><b>Troglodyte</b><button>Left</button><button>Right</button></div>
  <div class="row"><label class="row">Game <select><option>Levee</option></select></label></div>
  <div class="row"><label class="row"><input type="checkbox"> Rated</label></div>
  <svg class="board" role="grid" width="100" height="100"><rect width="100" height="100"></rect></svg>
  <p>Member since May</p>
</main></body></html>`;
