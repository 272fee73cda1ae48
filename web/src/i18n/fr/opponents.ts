// French for the opponents that the engine is, and for first games against them.
import type { OpponentWords } from '../../opponents/words';

export const opponentsFr: OpponentWords = {
  'opp.title': 'Adversaires',
  'opp.intro': 'Le moteur joue à huit niveaux. Chacun a un nom, une image et sa façon de jouer.',
  'opp.style.1':
    'Ne regarde presque rien et laisse surtout faire le hasard, mais prend une victoire immédiate.',
  'opp.style.2': 'Regarde un peu plus loin et joue souvent le deuxième meilleur coup.',
  'opp.style.3': 'Essaie environ deux fois plus de suites que {before} et joue encore selon son humeur.',
  'opp.style.4':
    'Essaie environ deux fois plus de suites que {before} ; joue parfois le deuxième meilleur coup.',
  'opp.style.5': 'Joue toujours le meilleur coup trouvé, sauf à {varied}, où son jeu varie encore.',
  'opp.style.6': 'Patience : essaie au moins trois fois plus de suites que {before}.',
  'opp.style.7':
    'Rigueur : plus de trois fois plus de suites que {before}, et toujours le meilleur coup trouvé.',
  'opp.style.8':
    'Pleine force : réfléchit plusieurs secondes, et un réseau de neurones juge dans les jeux qui en ont un.',
  'opp.level': 'niveau {level}',
  'opp.about': 'environ {rating}',
  'opp.rating': 'Classement',
  'opp.here': 'd’après les parties classées jouées ici',
  'opp.ladder': 'd’après les parties entre niveaux',
  'opp.note':
    'Le classement vient des parties classées de ce serveur dès qu’il y en a assez. D’ici là, il vient des parties entre niveaux, avec {name} à {rating}.',
  'opp.play': 'Jouer contre {name}',
  'opp.more': 'En savoir plus sur {name}',
  'opp.all': 'Tous les adversaires',
  'opp.game': 'Jeu',
  'opp.strength': 'Force selon le jeu',
  'opp.playouts': 'Simulations par coup',
  'opp.playouts.on': '{n} sur {size} × {size}',
  'opp.choice': 'Choix du coup',
  'opp.choice.best': 'le meilleur coup trouvé',
  'opp.choice.drawn': 'tiré au sort parmi les bons coups',
  'opp.below': 'Contre {name}',
  'opp.below.share': 'gagne {share} %',
  'opp.matches': 'Parties classées sur ce serveur',
  'opp.matches.n': 'Parties',
  'opp.matches.won': 'Gagnées',
  'opp.matches.lost': 'Perdues',
  'opp.matches.drawn': 'Nulles',
  'opp.yours': 'Vos parties contre {name} dans ce navigateur',
  'opp.yours.none': 'Vous n’avez pas encore terminé de partie contre {name} dans ce navigateur.',
  'opp.yours.score': '{title} : {won} gagnées, {lost} perdues, {drawn} nulles',
};
