// One look of the engine at a position, within a time that a person will wait. A new look ends the one
// before.
import type { Game } from '../games/replay';
import type { Thought } from '../analysis/analyst';
import { Engine, recalled } from '../analysis/engine';

const MEMORY_MIB = 64;
const LOOK_MS = 6000;

export class Looker {
  private readonly engine = new Engine();
  private turn = 0;

  /** Its findings after so many rounds, or fewer; null: none, or another look has begun. */
  async look(game: Game, rounds: number): Promise<Thought | null> {
    const turn = ++this.turn;
    const question = { game, memoryMib: MEMORY_MIB, threads: 1, ownership: false };
    const late = new Promise<null>((done) => setTimeout(() => done(null), LOOK_MS));
    const answer = await Promise.race([this.engine.answer(question, rounds), late]);
    if (turn !== this.turn) return null;
    this.engine.stop();
    return answer ?? recalled(question);
  }

  stop(): void {
    this.turn++;
    this.engine.stop();
  }

  end(): void {
    this.turn++;
    this.engine.end();
  }
}
