// The moderators' page for puzzles: the reported ones, with the reports, to keep or withdraw them.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { Area } from '../parts/form';
import { moveName, sideName, snapshot } from '../games/position';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { post, sentence } from '../core/net';
import type { Player } from '../core/net';
import { usePaged } from '../core/paged';
import { account } from '../core/people';
import { Link } from '../core/router';
import { useStyles } from '../core/styles';
import { date, t } from '../i18n';
import type { GameName } from '../wasm/wasm';
import { composedOf, gameOf } from './composed';
import type { Composed } from './composed';
import { PuzzlePicture } from './picture';
import { studyLink } from './start';
import type { Start } from './start';
import { ct, useComposeWords } from './words';

interface Judged {
  game: GameName;
  width: number;
  height: number;
  options: number;
  start: Start | null;
  moves: string[];
  solution: string;
  rating: number;
  tries: number;
  solved: number;
  withdrawn: { at: number; reason: string } | null;
}

interface Reported {
  id: string;
  /** Missing: the collection has it no more. */
  puzzle?: Judged;
  reports: { id: number; text: string; at: number; by: Player }[];
}

export function PuzzleModerationPage(): JSX.Element {
  const known = useStore(account);
  const spoken = useComposeWords();
  const styled = useStyles('/learn.css');
  if (!spoken || !styled) return <LoadingPage />;
  return (
    <div class="page">
      <Heading title={ct('moderation.title')} />
      {!known || known.role === 'player' ? (
        <p class="panel">{ct('moderation.only')}</p>
      ) : (
        <>
          <ComposedList />
          <ReportedList />
        </>
      )}
    </div>
  );
}

function ReportedList(): JSX.Element {
  const { rows, next, error, more, again } = usePaged<Reported>(
    '/admin/puzzles',
    (answer) => (answer as { reported: Reported[] }).reported,
  );
  return (
    <section class="panel">
      <h2>{ct('moderation.reported')}</h2>
      {error && <p role="alert">{error}</p>}
      {rows?.length === 0 && <p class="soft">{ct('moderation.none')}</p>}
      <ul class="plain-list">
        {rows?.map((row) => (
          <ReportedRow key={row.id} row={row} onDone={again} />
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={more}>
          {ct('moderation.more')}
        </button>
      )}
    </section>
  );
}

function ComposedList(): JSX.Element {
  const { rows, next, error, more, again } = usePaged<Composed>('/admin/puzzles/composed', composedOf);
  return (
    <section class="panel">
      <h2>{ct('moderation.composed')}</h2>
      {error && <p role="alert">{error}</p>}
      {rows?.length === 0 && <p class="soft">{ct('moderation.none')}</p>}
      <ul class="plain-list">
        {rows?.map((c) => (
          <li key={c.id} class="report puzzle-case">
            <h3>{c.puzzle}</h3>
            <Facts puzzle={{ ...c, tries: 0, solved: 0 }} />
            <p>
              {ct('moderation.by', { name: c.by.name })} <span class="soft">{date(c.at, true)}</span>
            </p>
            <Decision
              hint={ct('moderation.author.hint')}
              yes={ct('moderation.publish')}
              no={ct('moderation.refuse')}
              bare
              decide={(publish, reason) =>
                post(`/admin/puzzles/composed/${c.id}`, { publish, reason }).then(again)
              }
            />
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={more}>
          {ct('moderation.more')}
        </button>
      )}
    </section>
  );
}

function ReportedRow({ row, onDone }: { row: Reported; onDone: () => void }): JSX.Element {
  const { puzzle } = row;
  const decide = (withdraw: boolean, reason: string): Promise<void> =>
    post(`/admin/puzzles/${row.id}/decide`, { withdraw, reason }).then(onDone);
  return (
    <li class="report puzzle-case">
      <h3>{row.id}</h3>
      {puzzle ? <Facts puzzle={puzzle} /> : <p>{ct('moderation.gone')}</p>}
      {puzzle?.withdrawn && <p>{ct('moderation.withdrawn', { reason: puzzle.withdrawn.reason })}</p>}
      <p class="tabular">{ct('moderation.reports', { n: row.reports.length })}</p>
      <ul>
        {row.reports.map((r) => (
          <li key={r.id}>
            <q>{r.text}</q>{' '}
            <span class="soft">
              <Link href={`/p/${encodeURIComponent(r.by.name)}`}>{r.by.name}</Link> · {date(r.at, true)}
            </span>
          </li>
        ))}
      </ul>
      {puzzle && (
        <Decision
          hint={ct('moderation.reason.hint')}
          yes={ct('moderation.keep')}
          no={ct('moderation.withdraw')}
          decide={(yes, reason) => decide(!yes, reason)}
        />
      )}
    </li>
  );
}

function Facts({ puzzle: p }: { puzzle: Omit<Judged, 'withdrawn'> }): JSX.Element {
  const game = useMemo(() => gameOf(p), [p]);
  const { side } = snapshot(game, game.moves.length).state;
  return (
    <>
      <PuzzlePicture game={game} solution={p.solution} />
      <p>
        {ct('moderation.facts', {
          game: t(`title.${p.game}`),
          size: `${p.width} × ${p.height}`,
          side: sideName(p.game, side),
          move: moveName(p.solution),
          rating: p.rating,
          tries: p.tries,
          solved: p.solved,
        })}{' '}
        <Link href={studyLink(game)}>{ct('moderation.study')}</Link>
      </p>
    </>
  );
}

interface DecisionProps {
  hint: string;
  yes: string;
  no: string;
  /** The first way needs no reason. */
  bare?: boolean;
  decide: (yes: boolean, reason: string) => Promise<void>;
}

/** A reason, and two ways to decide. */
function Decision({ hint, yes, no, bare = false, decide }: DecisionProps): JSX.Element {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const send = (is: boolean): void => {
    setError('');
    decide(is, reason.trim()).catch((e: unknown) => setError(sentence(e)));
  };
  const empty = reason.trim() === '';
  return (
    <div class="form">
      <Area text={ct('moderation.reason')} value={reason} set={setReason} maxLength={300} rows={2} />
      <p class="soft">{hint}</p>
      <div class="row">
        <button type="button" disabled={empty && !bare} onClick={() => send(true)}>
          {yes}
        </button>
        <button type="button" class="red-button" disabled={empty} onClick={() => send(false)}>
          {no}
        </button>
      </div>
      {error !== '' && <p role="alert">{error}</p>}
    </div>
  );
}
