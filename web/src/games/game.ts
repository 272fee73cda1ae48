// The page's traits of a game beside the rules (the WebAssembly module): its drawing, its overlays, the
// first view for a visitor. Each game has a file here and a row in index.ts; the rest of the page asks
// for these traits and never for the name of a game.
import type { BoardLook } from '../board/pen';

/** A game between engines that the front page plays through. */
export interface GameSample {
  size: number;
  /** Where the page begins to play on. */
  pause: number;
  /** The moves, parted by blanks. */
  moves: string[];
}

/** How the engine's levels play this game, and how strong each was when it was measured (docs/LEVELS.md). */
export interface Ladder {
  /** The width of the square board on which the levels were measured. */
  size: number;
  /** Evaluations (without a net: playouts) a move of each level on that board; of the last, those in the page. */
  nodes: readonly number[];
  /** From this level on the best move is played; below, a move is drawn from the good ones. */
  sure: number;
  /** Percent of its games that level 2, 3 … 8 won against the level below. */
  shares: readonly number[];
}

export interface GamePage {
  look: BoardLook;
  /** The board size of a first match: small, so that the match is short. */
  firstSize: number;
  /** The line of its ratings. Lines differ by their dashes as well as by their colours. */
  line: { colour: string; dash: number[] };
  sample: GameSample;
  ladder: Ladder;
  /** Playouts a move of each level where no net judges: on boards that the net does not play. */
  playouts: readonly number[];
  /** What the rules compute for the drawing of a position: connections of stones, channels, claims, groups. */
  tells: { links: boolean; water: boolean; claims: boolean; groups: boolean };
  /** The name of the overlay that shows whose the points are; null: points are not counted. */
  owners: 'table.show.owned' | 'table.show.scored' | null;
  /** Sides are edges of the board: they are called by where they lie, and channels lead to them. */
  edges: boolean;
  /** Neutral stones: red ones, or all. */
  neutral: 'red' | 'stone' | null;
  /** Stones stand on each other. */
  stacks: boolean;
  /** The second player may swap instead of playing the second move. */
  pie: boolean;
  /** Players may agree on a draw. */
  draws: boolean;
  /** What the rules page adds about the game. */
  note?: 'rules.noname';
}
