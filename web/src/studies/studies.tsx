// The studies that the server keeps: one's own and those one is a member of, and public ones, to be searched.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { useAsked } from '../core/asked';
import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { get, me, post, sentence } from '../core/net';
import { Link, navigate } from '../core/router';
import { useStyles } from '../core/styles';
import { date, t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import type { StudyHead } from '../analysis/live';

import { counted, st, useWords } from '../analysis/words';

interface Page {
  studies: StudyHead[];
  next: number | null;
}

export function StudiesPage(): JSX.Element {
  const spoken = useWords();
  const styled = useStyles('/study.css');
  const player = useStore(me);
  const member = player?.kind === 'member';
  const [mine, setMine] = useState(true);
  const [q, setQ] = useState('');
  const [game, setGame] = useState('');
  const [asked, setAsked] = useState('');
  const own = mine && member;
  const path = `/studies?${own ? 'mine=1&' : ''}${asked}`;
  if (!spoken || !styled)
    return (
      <div class="page">
        <p role="status">{t('status.loading')}</p>
      </div>
    );
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    const words = new URLSearchParams();
    if (q.trim() !== '') words.set('q', q.trim());
    if (game !== '') words.set('game', game);
    setAsked(words.toString());
  };
  return (
    <div class="page studies">
      <Heading title={st('kept.list')} />
      {member ? (
        <NewStudy />
      ) : (
        <p class="panel">
          {st('kept.members')} <Link href="/signin">{t('sign.in.do')}</Link>
        </p>
      )}
      <form class="row" role="search" onSubmit={search}>
        {member && (
          <span class="row" role="group" aria-label={st('kept.which')}>
            <button type="button" class="toggle" aria-pressed={mine} onClick={() => setMine(true)}>
              {st('kept.mine')}
            </button>
            <button type="button" class="toggle" aria-pressed={!mine} onClick={() => setMine(false)}>
              {st('kept.public')}
            </button>
          </span>
        )}
        <input
          type="search"
          aria-label={st('kept.search')}
          placeholder={st('kept.search')}
          maxLength={80}
          value={q}
          onInput={(e) => setQ(e.currentTarget.value)}
        />
        <select aria-label={st('kept.game')} value={game} onChange={(e) => setGame(e.currentTarget.value)}>
          <option value="">{st('kept.anygame')}</option>
          {GAMES.map((g) => (
            <option key={g} value={g}>
              {t(`title.${g}`)}
            </option>
          ))}
        </select>
        <button type="submit">{st('kept.find')}</button>
      </form>
      <List key={path} path={path} />
    </div>
  );
}

function NewStudy(): JSX.Element {
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const make = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { id } = await post<StudyHead>('/studies', { name: name.trim() || st('kept.untitled') });
      navigate(`/study/${id}`);
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <form class="row" onSubmit={(e) => void make(e)}>
      <input
        aria-label={st('kept.name')}
        placeholder={st('kept.name')}
        maxLength={80}
        value={name}
        onInput={(e) => setName(e.currentTarget.value)}
      />
      <button type="submit" class="go">
        {st('kept.new')}
      </button>
      {error !== '' && (
        <span class="refusal" role="alert">
          {error}
        </span>
      )}
    </form>
  );
}

function List({ path }: { path: string }): JSX.Element {
  const { value, error } = useAsked<Page>(path);
  const [rest, setRest] = useState<Page | null>(null);
  const more = async (before: number): Promise<void> => {
    const page = await get<Page>(`${path}&before=${before}`);
    setRest({ studies: [...(rest?.studies ?? []), ...page.studies], next: page.next });
  };
  if (!value) return <p role={error ? 'alert' : 'status'}>{error || t('status.loading')}</p>;
  const all = [...value.studies, ...(rest?.studies ?? [])];
  const next = rest ? rest.next : value.next;
  return (
    <>
      {all.length === 0 && <p class="soft">{st('kept.none')}</p>}
      <ul class="studies-list">
        {all.map((s) => (
          <li key={s.id}>
            <Link href={`/study/${s.id}`}>{s.name}</Link>
            <span class="soft">
              {s.owner.name} · {st(`kept.is.${s.access}`)} · {counted('kept.chapters.count', s.chapters_n)} ·{' '}
              {date(s.updated_at, true)}
            </span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" onClick={() => void more(next)}>
          {st('kept.more')}
        </button>
      )}
    </>
  );
}
