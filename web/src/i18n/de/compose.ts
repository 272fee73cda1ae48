// Deutsch für Aufgaben, die Mitglieder stellen und die Moderation prüft.
import type { ComposeWords } from '../../puzzles/words';

export const composeDe: ComposeWords = {
  'desk.title': 'Aufgaben prüfen',
  'desk.reported': 'Gemeldete Aufgaben',
  'desk.none': 'Keine Aufgabe wartet.',
  'desk.reports': 'Meldungen: {n}',
  'desk.facts':
    '{game} {size}, {side} am Zug. Lösung: {move}. Wertung {rating}; Versuche: {tries}, gelöst: {solved}.',
  'desk.reason': 'Begründung',
  'desk.reason.hint': 'Alle, die die Aufgabe gemeldet haben, lesen sie.',
  'desk.keep': 'Behalten',
  'desk.withdraw': 'Zurückziehen',
  'desk.withdrawn': 'Diese Aufgabe wurde zurückgezogen: {reason}',
  'desk.gone': 'Diese Aufgabe gehört nicht mehr zur Sammlung.',
  'desk.study': 'In der Analyse öffnen',
  'desk.more': 'Mehr anzeigen',
  'desk.only': 'Diese Seite ist für die Moderation.',
};
