// German for the opponents that the engine is, and for first games against them.
import type { OpponentWords } from '../../opponents/words';

export const opponentsDe: OpponentWords = {
  'opp.title': 'Gegner',
  'opp.intro':
    'Die Engine spielt auf acht Stufen. Jede hat einen Namen, ein Bild und eine eigene Art zu spielen.',
  'opp.style.1':
    'Sieht fast nichts an und überlässt den Zug meist dem Zufall, nimmt aber einen Sieg, der sofort möglich ist.',
  'opp.style.2': 'Schaut ein wenig voraus und spielt oft nur den zweitbesten Zug.',
  'opp.style.3': 'Probiert etwa doppelt so viele Fortsetzungen wie {before} und spielt noch nach Laune.',
  'opp.style.4':
    'Probiert etwa doppelt so viele Fortsetzungen wie {before}; hin und wieder spielt diese Stufe nur den zweitbesten Zug.',
  'opp.style.5': 'Spielt immer den besten Zug, den diese Stufe findet; nur in {varied} wechselt sie noch ab.',
  'opp.style.6': 'Geduldig: probiert mindestens dreimal so viele Fortsetzungen wie {before}.',
  'opp.style.7':
    'Gründlich: mehr als dreimal so viele Fortsetzungen wie {before} und immer der beste gefundene Zug.',
  'opp.style.8':
    'Volle Stärke: denkt sekundenlang nach, und in Spielen mit einem neuronalen Netz urteilt dieses.',
  'opp.level': 'Stufe {level}',
  'opp.about': 'etwa {rating}',
  'opp.rating': 'Wertung',
  'opp.here': 'aus gewerteten Partien hier',
  'opp.ladder': 'aus Partien der Stufen untereinander',
  'opp.note':
    'Die Wertung kommt aus gewerteten Partien auf diesem Server, sobald es genug sind. Bis dahin kommt sie aus Partien der Stufen untereinander, mit {name} bei {rating}.',
  'opp.play': 'Gegen {name} spielen',
  'opp.more': 'Mehr über {name}',
  'opp.all': 'Alle Gegner',
  'opp.game': 'Spiel',
  'opp.strength': 'Stärke nach Spielen',
  'opp.playouts': 'Playouts je Zug',
  'opp.playouts.on': '{n} auf {size} × {size}',
  'opp.choice': 'Wahl des Zuges',
  'opp.choice.best': 'der beste gefundene Zug',
  'opp.choice.drawn': 'gelost unter den guten Zügen',
  'opp.below': 'Gegen {name}',
  'opp.below.share': 'gewinnt {share} %',
  'opp.matches': 'Gewertete Partien auf diesem Server',
  'opp.matches.n': 'Partien',
  'opp.matches.won': 'Gewonnen',
  'opp.matches.lost': 'Verloren',
  'opp.matches.drawn': 'Unentschieden',
  'opp.yours': 'Deine Partien gegen {name} in diesem Browser',
  'opp.yours.none': 'Du hast in diesem Browser noch keine Partie gegen {name} beendet.',
  'opp.yours.score': '{title}: {won} gewonnen, {lost} verloren, {drawn} unentschieden',
};
