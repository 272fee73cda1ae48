// Deutsch für Aufgaben, die Mitglieder stellen und die Moderation prüft.
import type { ComposeWords } from '../../puzzles/words';

export const composeDe: ComposeWords = {
  'moderation.title': 'Aufgaben prüfen',
  'moderation.reported': 'Gemeldete Aufgaben',
  'moderation.none': 'Es gibt keine Aufgaben zu prüfen.',
  'moderation.reports': 'Meldungen: {n}',
  'moderation.facts':
    '{game} {size}, {side} am Zug. Lösung: {move}. Wertung {rating}; Versuche: {tries}, gelöst: {solved}.',
  'moderation.reason': 'Begründung',
  'moderation.reason.hint': 'Alle, die die Aufgabe gemeldet haben, lesen sie.',
  'moderation.keep': 'Behalten',
  'moderation.withdraw': 'Zurückziehen',
  'moderation.withdrawn': 'Diese Aufgabe wurde zurückgezogen: {reason}',
  'moderation.gone': 'Diese Aufgabe gehört nicht mehr zur Sammlung.',
  'moderation.study': 'In der Analyse öffnen',
  'moderation.more': 'Mehr anzeigen',
  'moderation.only': 'Diese Seite ist für die Moderation.',
  'moderation.composed': 'Aufgaben von Mitgliedern',
  'moderation.by': 'Von {name}.',
  'moderation.publish': 'Veröffentlichen',
  'moderation.refuse': 'Nicht veröffentlichen',
  'moderation.author.hint':
    'Wer die Aufgabe gestellt hat, liest die Begründung. Zum Veröffentlichen ist keine nötig.',
  'make.title': 'Eine Aufgabe stellen',
  'make.how':
    'In dieser Stellung muss {side} genau einen Gewinnzug haben. Der Server sucht einen Beweis. Findet er ihn, prüft die Moderation die Aufgabe, bevor andere sie lösen können.',
  'make.none': 'Öffne eine Stellung im Analysebrett und wähle in seinem Menü „Aufgabe daraus machen“.',
  'make.send': 'Aufgabe senden',
  'make.guest': 'Nur Mitglieder können Aufgaben stellen. Melde dich zuerst an.',
  'make.analysis': 'Analysebrett',
  'make.mine': 'Deine Aufgaben',
  'make.mine.none': 'Du hast noch keine Aufgabe gestellt.',
  'make.state.waiting': 'Wartet auf den Beweis.',
  'make.state.unique': 'Bewiesen: Nur {move} gewinnt. Die Aufgabe wartet auf die Moderation.',
  'make.state.many': 'Mehrere Züge gewinnen: {others}.',
  'make.state.lost': 'Kein Zug gewinnt.',
  'make.state.undecided': 'Innerhalb der gesetzten Grenze wurde kein Beweis gefunden.',
  'make.state.dropped':
    'Die Warteschlange war voll, und die meisten Aufgaben darin waren deine: Die neueste ist entfallen. Du kannst sie erneut senden.',
  'make.state.known': 'Zu dieser Stellung gibt es schon die Aufgabe {puzzle}.',
  'make.state.published': 'Veröffentlicht als {puzzle}.',
  'make.state.refused': 'Nicht veröffentlicht: {reason}',
};
