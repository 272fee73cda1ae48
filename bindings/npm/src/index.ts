// hoshi-games: rules, verdicts, records, text boards and pictures.
import { Hoshi, instanceOf } from "./lib.js";

export { GAME_NAMES, GameRecord, Hoshi, HoshiError, Position } from "./lib.js";
export type { Game, GameName, Setup, Why } from "./lib.js";

/** The module, from its file in this package or from bytes. */
export async function load(source?: BufferSource): Promise<Hoshi> {
  return new Hoshi(await instanceOf(source, "./rules.wasm", import.meta.url));
}
