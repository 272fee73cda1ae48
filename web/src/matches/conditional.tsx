// Conditional moves: "if this is played, I answer that". Lines are played on a copy of the board,
// the other side's move first, and kept as a tree. The server plays the answer in the same moment
// as the move that it answers. No one else sees the lines.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import type { Setup } from '../wasm/wasm';
import { moveName, snapshot } from '../games/position';
import { seatName } from '../parts/list';
import { Problem, get, post, sentence } from '../core/net';
import type { Match } from '../core/net';
import { clashes, sentenceParts, withLine, withoutLine } from '../core/lines';
import { GameView } from './gameview';
import { TimeLeft } from '../parts/timeleft';

interface ConditionalAnswer {
  ply: number;
  lines: string[][];
}

interface ConditionalProps {
  match: Match;
  setup: Setup;
  onClose: () => void;
}

export function Conditional({ match: m, setup, onClose }: ConditionalProps): JSX.Element {
  /** The stored lines; null until the server has sent them. Editing before would lose either these
   * lines or the edits. */
  const [known, setLines] = useState<string[][] | null>(null);
  const lines = known ?? [];
  const [line, setLine] = useState<string[]>([]);
  const [error, setError] = useState('');
  const [done, setDone] = useState('');
  const [unsaved, setUnsaved] = useState(false);
  /** The way back was asked for, and something would be lost by it. */
  const [leaving, setLeaving] = useState(false);
  const path = `/matches/${m.id}/conditional`;
  const ply = m.moves.length + 1;
  useEffect(() => {
    let left = false;
    setLine([]);
    setLines(null);
    get<ConditionalAnswer>(path).then(
      (answer) => {
        if (!left) setLines(answer.lines);
      },
      (e: unknown) => {
        if (!left) setError(sentence(e));
      },
    );
    return () => {
      left = true;
    };
    // The match has moved on: asks again for the lines that still fit.
  }, [path, ply]);

  const base = m.moves.map((p) => p.move);
  const game = { setup, moves: [...base, ...line] };
  /** Whether the rules give us a move of a line; a line that is already kept ends with ours. */
  const mine = (word: number): boolean => {
    const { state } = snapshot(game, base.length + word);
    return m.you.includes(state.seats[state.side - 1] ?? 0);
  };
  const complete = line.length > 0 && mine(line.length - 1);
  const clash = complete && clashes(lines, line, mine);
  /** Every change goes to the server at once: what is kept here is kept there. False: it is not there yet. */
  const save = async (wish: string[][]): Promise<boolean> => {
    setError('');
    setDone('');
    setLines(wish);
    try {
      setLines((await post<ConditionalAnswer>(path, { ply, lines: wish })).lines);
      setUnsaved(false);
      setDone(t('cond.saved'));
      return true;
    } catch (e) {
      setUnsaved(true);
      setError(sentence(e));
      if (e instanceof Problem && e.status === 409) setLine([]);
      return false;
    }
  };
  const keep = (): Promise<boolean> => {
    setLine([]);
    setLeaving(false);
    return save(withLine(lines, line));
  };
  const close = (): void => {
    if ((complete && !clash && !isKept(lines, line)) || unsaved) setLeaving(true);
    else onClose();
  };
  const seats = m.seats.map((s) => ({
    seat: s.seat,
    name: seatName(s),
    you: m.you.includes(s.seat),
    thinking: false,
    extra: m.clock && s.player !== null && <TimeLeft clock={m.clock} seat={s.seat} label={seatName(s)} />,
  }));
  return (
    <GameView
      game={game}
      seats={seats}
      mayPlay={() => true}
      statusOf={(s, side) =>
        m.you.includes(s.state.seats[s.state.side - 1] ?? 0) ? t('cond.mine') : t('cond.theirs', { side })
      }
      onPlay={(word) => setLine([...line, word])}
      notice={
        <section class="panel notice">
          <h2>{t('cond.title')}</h2>
          <p>{t('cond.text')}</p>
          <div class="row">
            <button
              type="button"
              class="go"
              disabled={!complete || clash || known === null}
              onClick={() => void keep()}
            >
              {t('cond.keep')}
            </button>
            <button type="button" disabled={line.length === 0} onClick={() => setLine(line.slice(0, -1))}>
              {t('cond.back')}
            </button>
          </div>
          {clash && <p role="alert">{t('cond.clash')}</p>}
        </section>
      }
      actions={
        <section class="panel">
          {known?.length === 0 && <p class="soft">{t('cond.none')}</p>}
          <ul class="plain-list lines-kept">
            {lines.map((kept) => (
              <li key={kept.join(' ')} class="row">
                <span class="grow">{lineText(kept)}</span>
                <button type="button" class="quiet" onClick={() => setLine(kept)}>
                  {t('cond.show')}
                  <span class="visually-hidden">: {lineText(kept)}</span>
                </button>
                <button type="button" class="quiet" onClick={() => void save(withoutLine(lines, kept))}>
                  <span aria-hidden="true">×</span>
                  <span class="visually-hidden">
                    {t('cond.remove')}: {lineText(kept)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {error && (
            <p class="panel refusal" role="alert">
              {error}
            </p>
          )}
          <p role="status">{done}</p>
          {leaving ? (
            <div role="alert">
              <p>{t(unsaved ? 'cond.unsaved' : 'cond.unkept')}</p>
              <div class="row">
                <button
                  type="button"
                  class="go"
                  onClick={() =>
                    void (unsaved ? save(lines) : keep()).then((kept) => {
                      if (kept) onClose();
                    })
                  }
                >
                  {t('cond.keep.close')}
                </button>
                <button type="button" onClick={onClose}>
                  {t('cond.drop.close')}
                </button>
              </div>
            </div>
          ) : (
            <div class="row">
              {unsaved && (
                <button type="button" class="go" onClick={() => void save(lines)}>
                  {t('cond.save')}
                </button>
              )}
              <button type="button" onClick={close}>
                {t('cond.close')}
              </button>
            </div>
          )}
        </section>
      }
    />
  );
}

/** Whether a line is the beginning of one that is kept. */
function isKept(lines: readonly string[][], line: readonly string[]): boolean {
  return lines.some((kept) => line.every((word, i) => kept[i] === word));
}

function lineText(line: string[]): string {
  const { theirs, mine } = sentenceParts(line.map(moveName));
  return t('cond.if', { theirs, mine });
}
