// A member makes a puzzle from a position: it is shown, sent, and listed with its state.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { moveName, sideName, snapshot } from '../games/position';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { me, post, sentence } from '../core/net';
import { usePaged } from '../core/paged';
import { Link } from '../core/router';
import { useStyles } from '../core/styles';
import { date, t } from '../i18n';
import { studyFrom } from '../analysis/link';
import { isGame } from '../wasm/wasm';
import { composedOf, gameOf } from './composed';
import type { Composed } from './composed';
import { PuzzlePicture } from './picture';
import { startOf, studyLink } from './start';
import type { Placed } from './start';
import { ct, useComposeWords } from './words';

/** How often the page asks while something waits for its proof. */
const AGAIN_MS = 3000;

/** The position in the address; null: the address names no position of two players. */
function gameFrom(query: URLSearchParams): Placed | null {
  const name = query.get('game') ?? '';
  if (!isGame(name)) return null;
  const { study, moves } = studyFrom(query, rules().info(name));
  const placed = { setup: study.setup, ...(study.from ? { from: study.from } : {}), moves };
  try {
    snapshot(placed, moves.length);
  } catch {
    return null;
  }
  return study.setup.players === 2 ? placed : null;
}

export function ComposePage({ query }: { query: URLSearchParams }): JSX.Element {
  const spoken = useComposeWords();
  const styled = useStyles('/learn.css');
  const member = useStore(me)?.kind === 'member';
  const asked = useMemo(() => gameFrom(query), []);
  if (!spoken || !styled) return <LoadingPage />;
  return (
    <div class="page">
      <Heading title={ct('make.title')} />
      {member ? <Mine asked={asked} /> : <p class="panel">{ct('make.guest')}</p>}
    </div>
  );
}

/** For members: the position at hand, and what became of their puzzles. */
function Mine({ asked }: { asked: Placed | null }): JSX.Element {
  const { rows, next, error, more, again } = usePaged<Composed>('/puzzles/composed', composedOf);
  const waits = rows?.some((c) => c.state === 'waiting') === true;
  const ask = useRef(again);
  ask.current = again;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => ask.current(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits]);
  return (
    <>
      <Position asked={asked} onSent={again} />
      <section class="panel">
        <h2>{ct('make.mine')}</h2>
        {error && <p role="alert">{error}</p>}
        {rows?.length === 0 && <p class="soft">{ct('make.mine.none')}</p>}
        <ul class="plain-list" aria-live="polite">
          {rows?.map((c) => (
            <Row key={c.id} composed={c} />
          ))}
        </ul>
        {next !== null && (
          <button type="button" class="quiet" onClick={more}>
            {ct('moderation.more')}
          </button>
        )}
      </section>
    </>
  );
}

function Position({ asked, onSent }: { asked: Placed | null; onSent: () => void }): JSX.Element {
  const [error, setError] = useState('');
  const [sent, setSent] = useState(false);
  if (!asked)
    return (
      <section class="panel">
        <p>{ct('make.none')}</p>
        <Link href="/analysis">{ct('make.analysis')}</Link>
      </section>
    );
  const { setup, moves } = asked;
  const { side } = snapshot(asked, moves.length).state;
  const send = (): void => {
    setError('');
    const { game, width, height, options } = setup;
    const start = startOf(asked);
    const body = { game, width, height, options, moves: moves.join(' '), ...(start ? { start } : {}) };
    post('/puzzles/composed', body).then(
      () => {
        setSent(true);
        onSent();
      },
      (e: unknown) => setError(sentence(e)),
    );
  };
  return (
    <section class="panel form">
      <PuzzlePicture game={asked} solution="" />
      <p>{ct('make.how', { side: sideName(setup.game, side) })}</p>
      <div class="row">
        <button type="button" class="go" disabled={sent} onClick={send}>
          {ct('make.send')}
        </button>
        <Link href={studyLink(asked)}>{ct('moderation.study')}</Link>
      </div>
      {error !== '' && <p role="alert">{error}</p>}
    </section>
  );
}

function Row({ composed: c }: { composed: Composed }): JSX.Element {
  return (
    <li class="row">
      <span class="grow">
        <Link href={studyLink(gameOf(c))}>
          {t(`title.${c.game}`)} {c.width} × {c.height}
        </Link>
        :{' '}
        {ct(`make.state.${c.state}`, {
          move: moveName(c.solution),
          others: c.others.map(moveName).join(', '),
          puzzle: c.puzzle,
          reason: c.reason,
        })}
      </span>
      <span class="soft">{date(c.at, true)}</span>
    </li>
  );
}
