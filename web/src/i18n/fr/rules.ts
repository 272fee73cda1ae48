// The rules of the games in our own words, in French.
import type { GameName } from '../../wasm/wasm';
import type { RulesText } from '../en/rules';

export const rulesFr: Record<GameName, RulesText> = {
  palisade: {
    goal: 'Posséder plus de points que l’adversaire quand chaque point du plateau appartient à quelqu’un.',
    paragraphs: [
      {
        heading: 'Vos points et ceux de l’adversaire',
        rule: 'P1',
        text: 'Les points alternent comme les cases d’un échiquier : Noir ne joue que là où colonne et rangée font ensemble un nombre pair (a1 en est un), Blanc que sur les autres. Noir commence, une pierre par tour.',
      },
      {
        heading: 'L’anneau',
        rule: 'P2',
        text: 'Un anneau de pierres entoure le plateau, dans la même alternance de couleurs. Elles aident à former des boucles et ne sont jamais prises. Elles sont dessinées en petit, à l’extérieur du plateau.',
      },
      {
        heading: 'Les boucles',
        rule: 'P3, P4',
        text: 'Deux pierres d’une couleur qui se touchent en diagonale sont liées. Une chaîne fermée est une boucle ; la plus petite a quatre pierres. Quand votre pierre ferme une boucle, toutes les pierres adverses à l’intérieur sont retirées, boucles entières comprises.',
      },
      {
        heading: 'Pas d’entrée',
        rule: 'P5',
        text: 'Personne ne peut jouer à l’intérieur d’une boucle, pas même son propriétaire.',
      },
      {
        heading: 'La fin',
        rule: 'P6',
        text: 'Vous possédez les pierres de vos boucles et chaque point à l’intérieur. Quand tous les points sont acquis, le joueur qui en a le plus gagne. Il n’y a pas de partie nulle, et on ne passe pas.',
      },
    ],
  },
  redstone: {
    goal: 'Retirer du plateau toutes les pierres de l’adversaire.',
    paragraphs: [
      {
        heading: 'Groupes et libertés',
        rule: 'R1',
        text: 'Noir et Blanc jouent à tour de rôle ; Noir commence. Les pierres d’une couleur qui se touchent le long des lignes forment un groupe ; les points vides voisins sont ses libertés. Un groupe sans libertés est enfermé.',
      },
      {
        heading: 'Votre pierre',
        rule: 'R2',
        text: 'Vous pouvez poser une pierre de votre couleur partout où, ensuite, aucun groupe d’aucune couleur n’est enfermé.',
      },
      {
        heading: 'La pierre rouge',
        rule: 'R3, R4',
        text: 'Vous ne pouvez poser une pierre rouge que là où elle enferme au moins un groupe, de l’une ou l’autre couleur. Tous les groupes enfermés disparaissent ensemble, les vôtres aussi : prendre un groupe adverse ne sauve pas le vôtre. Les pierres rouges restent à jamais.',
      },
      {
        heading: 'La fin',
        rule: 'R5, R6',
        text: 'Si une prise ne laisse que votre couleur, ou aucune, vous gagnez ; si elle ne laisse que l’autre, vous perdez. On ne passe pas, et il n’y a pas de partie nulle.',
      },
      {
        heading: 'La règle du partage',
        rule: 'R7',
        text: 'Après la première pierre noire, le second joueur peut échanger : il reprend Noir et cette pierre, et le premier continue avec Blanc.',
      },
    ],
  },
  levee: {
    goal: 'Ne laisser à l’adversaire aucun canal du centre vers ses bords.',
    paragraphs: [
      {
        heading: 'Les bords',
        rule: 'L1',
        text: 'Le joueur 1 possède les bords du bas et du haut, le joueur 2 ceux de gauche et de droite. Les coins ne sont à personne. Toutes les pierres sont pareilles.',
      },
      {
        heading: 'Les canaux',
        rule: 'L2',
        text: 'L’eau jaillit au centre et coule par les points vides, tout droit ou en diagonale, jusqu’à un point vide du bord. Le canal appartient au propriétaire de ce bord. L’eau ne passe pas en diagonale entre deux pierres et n’emprunte pas les coins.',
      },
      {
        heading: 'Où l’on peut bâtir',
        rule: 'L3',
        text: 'Posez une pierre sur n’importe quel point vide, mais pas au centre (L3a), ni là où elle fermerait un circuit de pierres autour du centre (L3b).',
      },
      {
        heading: 'La fin',
        rule: 'L4',
        text: 'Dès qu’un joueur n’a plus de canal, l’autre gagne, peu importe qui a posé la dernière pierre. Il n’y a pas de partie nulle, et on ne passe pas.',
      },
    ],
  },
  claims: {
    goal: 'Tenir plus de cases vides que quiconque quand plus personne ne peut ou ne veut jouer.',
    paragraphs: [
      {
        heading: 'Un tour',
        rule: 'C1, C2',
        text: 'Posez un pion sur une case vide, attaquez la pile d’un autre avec un pion par-dessus, ajoutez un second pion à l’une de vos piles, ou passez. Une pile appartient au dernier joueur qui y a joué. Chaque fois qu’une case devient vôtre, vous pouvez y ajouter une fois un second pion.',
      },
      {
        heading: 'Les revendications',
        rule: 'C3',
        text: 'Une pile revendique chaque case de sa rangée et de sa colonne, jusqu’à une distance égale à sa hauteur. À partir de la hauteur 3, elle revendique aussi en diagonale, jusqu’à sa hauteur moins deux.',
      },
      {
        heading: 'Bloquer',
        rule: 'C4',
        text: 'Le long des rangées et des colonnes, une revendication tombe si toutes les cases intermédiaires sont occupées ; une seule case libre la maintient. Les cases voisines et les diagonales ne sont jamais bloquées.',
      },
      {
        heading: 'Poser',
        rule: 'C5',
        text: 'Vous pouvez entrer sur une case vide si vous y avez au moins autant de revendications que chacun des autres.',
      },
      {
        heading: 'Attaquer',
        rule: 'C6',
        text: 'Vous pouvez attaquer une pile si vos revendications sur sa case atteignent au moins sa hauteur plus les revendications de son propriétaire. La pile est alors à vous, et conquise.',
      },
      {
        heading: 'La fin',
        rule: 'C7, C8',
        text: 'La partie se termine quand tous passent à la suite ou que personne ne peut plus rien poser. Chaque case vide où vous avez plus de revendications que chacun des autres vaut un point. Si c’est convenu, chaque pile conquise que vous tenez en vaut un aussi.',
      },
      {
        heading: 'À trois et à quatre',
        rule: 'C9',
        text: 'Si plusieurs joueurs vous ont attaqué depuis votre dernier tour, vous jouez une fois de plus pour chacun après le premier. Chacun de ces coups est complet : vous pouvez même ajouter un pion à une pile conquise plus tôt dans le même tour.',
      },
    ],
  },
};
