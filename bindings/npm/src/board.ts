// hoshi-games/board: <hoshi-board>, which shows or replays a record in any page. It has a shadow tree, so styles of the
// page do not reach it; parts "board", "status" and "button" can be styled.
import { load } from "./index.js";
import type { GameName, GameRecord, Hoshi } from "./index.js";

let module: Promise<Hoshi> | null = null;
/** One module for all boards of a page. */
const hoshi = (): Promise<Hoshi> => (module ??= load());

const STYLE = `:host{display:block;max-width:32rem}svg{display:block;width:100%;height:auto}
div{display:flex;gap:.25rem;align-items:center;font:1rem system-ui,sans-serif;flex-wrap:wrap}
button{font:inherit;min-width:2.5rem;min-height:2.5rem}output{margin-inline-start:.5rem}`;
const BUTTONS = [
  ["⏮", "Home", "first ply"],
  ["◀", "ArrowLeft", "one ply back"],
  ["▶", "ArrowRight", "one ply on"],
  ["⏭", "End", "last ply"],
] as const;

export class HoshiBoard extends HTMLElement {
  static readonly observedAttributes = [
    "src",
    "game",
    "size",
    "width",
    "height",
    "players",
    "moves",
    "ply",
    "theme",
  ];
  private record: GameRecord | null = null;
  private at = 0;
  /** Which request to read is the last. */
  private turn = 0;
  private readonly shadow = this.attachShadow({ mode: "open" });

  connectedCallback(): void {
    this.tabIndex = this.tabIndex < 0 ? 0 : this.tabIndex;
    this.addEventListener("keydown", (event) => {
      if (this.go(event.key)) event.preventDefault();
    });
    void this.read();
  }

  disconnectedCallback(): void {
    this.turn++;
    this.record?.free();
    this.record = null;
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (name === "ply") this.ply = this.number("ply") ?? this.plies;
    else if (name === "theme") this.draw();
    else void this.read();
  }

  get plies(): number {
    return this.record?.plies ?? 0;
  }

  get ply(): number {
    return this.at;
  }

  set ply(ply: number) {
    this.at = Math.max(0, Math.min(this.plies, Math.trunc(ply) || 0));
    this.draw();
    this.dispatchEvent(new CustomEvent("ply", { detail: this.at }));
  }

  private number(name: string): number | undefined {
    const text = this.getAttribute(name);
    return text === null || text === "" ? undefined : Number(text);
  }

  private go(key: string): boolean {
    const to = {
      Home: 0,
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      End: this.plies,
    }[key];
    if (to === undefined || !this.record) return false;
    this.ply = to;
    return true;
  }

  private async made(): Promise<GameRecord> {
    const h = await hoshi();
    const src = this.getAttribute("src");
    if (src !== null) {
      const answer = await fetch(src);
      if (!answer.ok) throw new Error(`${src}: ${answer.status}`);
      return h.read(await answer.text());
    }
    const setup: Record<string, number> = {};
    for (const name of ["size", "width", "height", "players"]) {
      const n = this.number(name);
      if (n !== undefined) setup[name] = n;
    }
    const record = h.record({
      game: (this.getAttribute("game") ?? "palisade") as GameName,
      ...setup,
    });
    try {
      for (const move of (this.getAttribute("moves") ?? "")
        .split(/[\s,]+/)
        .filter(Boolean))
        record.append(move);
    } catch (e) {
      record.free();
      throw e;
    }
    return record;
  }

  private async read(): Promise<void> {
    const turn = ++this.turn;
    try {
      const record = await this.made();
      if (turn !== this.turn) return record.free();
      this.record?.free();
      this.record = record;
      this.ply = this.number("ply") ?? record.plies;
    } catch (e) {
      if (turn !== this.turn) return;
      this.record?.free();
      this.record = null;
      this.tell(e instanceof Error ? e.message : String(e));
    }
  }

  private tell(text: string): void {
    const style = document.createElement("style");
    style.textContent = STYLE;
    const line = document.createElement("p");
    line.setAttribute("role", "alert");
    line.setAttribute("part", "status");
    line.textContent = text;
    this.shadow.replaceChildren(style, line);
  }

  private draw(): void {
    if (!this.record) return;
    let position;
    try {
      position = this.record.position(this.at);
    } catch (e) {
      this.tell(e instanceof Error ? e.message : String(e));
      return;
    }
    const theme = this.getAttribute("theme") === "dark" ? "dark" : "light";
    const picture = new DOMParser().parseFromString(
      position.svg(theme),
      "image/svg+xml",
    ).documentElement;
    picture.setAttribute("part", "board");
    picture.setAttribute("role", "img");
    picture.setAttribute(
      "aria-label",
      `${position.game} ${position.width}x${position.height}, ply ${this.at}`,
    );
    position.free();
    const focused = this.shadow.activeElement?.getAttribute("data-key");
    const style = document.createElement("style");
    style.textContent = STYLE;
    const bar = document.createElement("div");
    for (const [sign, key, label] of BUTTONS) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("part", "button");
      button.setAttribute("aria-label", label);
      button.setAttribute("data-key", key);
      button.addEventListener("click", () => this.go(key));
      bar.append(button);
    }
    const status = document.createElement("output");
    status.setAttribute("part", "status");
    const move =
      this.at > 0 ? ` ${this.record.moves()[this.at - 1] ?? ""}` : "";
    const result = this.at === this.plies ? this.record.result : "";
    status.textContent = `${this.at}/${this.plies}${move} ${result}`.trim();
    bar.append(status);
    this.shadow.replaceChildren(style, document.importNode(picture, true), bar);
    if (focused)
      this.shadow
        .querySelector<HTMLElement>(`[data-key="${focused}"]`)
        ?.focus();
  }
}

if (!customElements.get("hoshi-board"))
  customElements.define("hoshi-board", HoshiBoard);
