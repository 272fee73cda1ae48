// The text of a notification, in the page and in the service worker: plain functions of the texts of a
// language.
import type { notificationsEn } from '../i18n/en/notifications';
import { fill } from '../i18n/fill';
import type { PageNotification } from '../core/people';

export type NotificationWords = Record<keyof typeof notificationsEn, string>;
type Said = Pick<PageNotification, 'kind' | 'match' | 'tournament' | 'player' | 'ply' | 'text' | 'data'>;

/** A match by what is played, game and board; former servers told only its number. */
function matchOf(n: Said, words: NotificationWords): string {
  const { game = '', width, height } = n.data;
  if (game === '' || width === undefined || height === undefined)
    return fill(words['notifications.say.match'], { match: n.match ?? 0 });
  return `${game.charAt(0).toUpperCase()}${game.slice(1)} ${width} × ${height}`;
}

/** The end of a match. */
function over(n: Said, words: NotificationWords): string {
  const { how = '', reason = '', rating } = n.data;
  const say = (key: string): string | undefined =>
    words[`notifications.say.${key}` as keyof NotificationWords];
  const many = how === 'aborted' || n.player ? undefined : say(`${how}.many`);
  const text = many ?? say(`${how}.${reason}`) ?? say(how) ?? words['notifications.say.over'];
  const values = {
    what: matchOf(n, words),
    player: n.player?.name ?? '',
  };
  const said = fill(text, values);
  if (rating === undefined) return said;
  const signed = (rating < 0 ? '−' : '+') + String(Math.abs(rating));
  return fill(words['notifications.say.rating'], { said, change: signed });
}

/** What became of a puzzle. */
function ofPuzzle(n: Said, words: NotificationWords): string {
  const { did = '', puzzle = '', reason: text = '' } = n.data;
  const said = (words as Partial<Record<string, string>>)[`notifications.say.puzzle.${did}`];
  return fill(said ?? words['notifications.say.puzzle'], { puzzle, text });
}

/** The answer to a player's request. */
function answered(n: Said, words: NotificationWords): string {
  const { did = '', name = '' } = n.data;
  const key = `notifications.say.${n.kind}.${did}${did === 'forgotten' && !n.player ? '.host' : ''}`;
  const said = (words as Partial<Record<string, string>>)[key];
  return fill(said ?? words[`notifications.say.${n.kind === 'team' ? 'team' : 'simul'}`], {
    player: n.player?.name ?? '',
    name,
  });
}

export function saidOf(n: Said, words: NotificationWords): string {
  if (n.kind === 'over') return over(n, words);
  if (n.kind === 'puzzle') return ofPuzzle(n, words);
  if (n.kind === 'team' || n.kind === 'simul') return answered(n, words);
  let key: keyof NotificationWords = `notifications.say.${n.kind}`;
  if (n.kind === 'turn' && n.player) key = 'notifications.say.turn.player';
  if (n.kind === 'message' && n.text === '') key = 'notifications.say.offer';
  if (n.kind === 'tournament' && n.data.state === 'running')
    key = n.ply ? 'notifications.say.tournament.running' : 'notifications.say.tournament.begun';
  if (n.kind === 'tournament' && n.data.state === 'finished') key = 'notifications.say.tournament.finished';
  if (n.kind === 'tournament' && n.data.state === 'invited') key = 'notifications.say.tournament.invited';
  // Former servers did not say its name.
  const unnamed = fill(words['notifications.say.tournament.unnamed'], { n: n.tournament ?? 0 });
  const named = n.data.name === undefined || n.data.name === '' ? unnamed : n.data.name;
  return fill(words[key], {
    what: matchOf(n, words),
    tournament: named,
    round: n.ply ?? 0,
    player: n.player?.name ?? '',
    text: n.text,
  });
}

/** Where it leads. */
export function pathOf(n: Pick<Said, 'kind' | 'match' | 'tournament' | 'player' | 'data'>): string {
  const number = n.data.id;
  if (number !== undefined && n.kind === 'team') return `/teams/${number}`;
  if (number !== undefined && n.kind === 'simul') return `/simuls/${number}`;
  if (n.match !== null) return `/m/${n.match}`;
  if (n.kind === 'message' && n.player) return `/inbox/${encodeURIComponent(n.player.name)}`;
  return n.tournament === null ? '/notifications' : `/t/${n.tournament}`;
}
