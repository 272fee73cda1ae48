// The rules of the games in our own words, in German.
import type { GameName } from '../../wasm';
import type { RulesText } from '../en/rules';

export const rulesDe: Record<GameName, RulesText> = {
  palisade: {
    goal: 'Besitze mehr Punkte als die andere Seite, wenn jeder Punkt des Bretts jemandem gehört.',
    paragraphs: [
      {
        heading: 'Deine Punkte und meine',
        rule: 'P1',
        text: 'Die Punkte wechseln sich ab wie die Felder eines Schachbretts: Schwarz setzt nur, wo Spalte und Reihe zusammen eine gerade Zahl ergeben (a1 ist so ein Punkt), Weiß nur auf die übrigen. Schwarz beginnt, ein Stein je Zug.',
      },
      {
        heading: 'Der Rahmen',
        rule: 'P2',
        text: 'Gespielt wird, als stünden rings um das Brett Steine, in denselben wechselnden Farben. Sie helfen, Ringe zu bauen, und können nie geschlagen werden. Sie sind klein und außerhalb gezeichnet.',
      },
      {
        heading: 'Ringe',
        rule: 'P3, P4',
        text: 'Steine einer Farbe, die sich schräg berühren, hängen zusammen. Eine geschlossene Kette ist ein Ring; der kleinste hat vier Steine. Schließt dein Stein einen Ring, so verschwinden alle gegnerischen Steine darin, auch ganze gegnerische Ringe.',
      },
      {
        heading: 'Kein Weg hinein',
        rule: 'P5',
        text: 'In einen Ring darf nichts gesetzt werden, wem immer er gehört.',
      },
      {
        heading: 'Das Ende',
        rule: 'P6',
        text: 'Dir gehören die Steine auf deinen Ringen und jeder Punkt darin. Wenn alle Punkte jemandem gehören, gewinnt der größere Anteil. Es gibt kein Unentschieden und kein Passen.',
      },
    ],
  },
  redstone: {
    goal: 'Nimm alle Steine der anderen Seite vom Brett.',
    paragraphs: [
      {
        heading: 'Gruppen und Freiheiten',
        rule: 'R1',
        text: 'Schwarz und Weiß setzen abwechselnd; Schwarz beginnt. Steine einer Farbe, die sich entlang der Linien berühren, sind eine Gruppe; die leeren Punkte daneben sind ihre Freiheiten. Eine Gruppe ohne Freiheiten ist eingeschlossen.',
      },
      {
        heading: 'Der eigene Stein',
        rule: 'R2',
        text: 'Einen Stein deiner Farbe darfst du überall setzen, wo danach keine Gruppe, gleich welcher Farbe, eingeschlossen ist.',
      },
      {
        heading: 'Der rote Stein',
        rule: 'R3, R4',
        text: 'Einen roten Stein darfst du nur setzen, wo er mindestens eine Gruppe einschließt, gleich welcher Farbe. Alle eingeschlossenen Gruppen verschwinden zugleich, auch deine: Eine gegnerische Gruppe zu schlagen rettet deine nicht. Rote Steine bleiben für immer.',
      },
      {
        heading: 'Das Ende',
        rule: 'R5, R6',
        text: 'Lässt ein Schlag nur deine Farbe oder gar keine übrig, gewinnst du; lässt er nur die andere übrig, verlierst du. Es gibt kein Passen und kein Unentschieden.',
      },
      {
        heading: 'Die Tauschregel',
        rule: 'R7',
        text: 'Nach dem ersten schwarzen Stein darf der zweite Spieler tauschen: Er übernimmt Schwarz und diesen Stein, und der erste spielt mit Weiß weiter.',
      },
    ],
  },
  levee: {
    goal: 'Lass der anderen Seite keinen Kanal von der Mitte zu ihren Rändern.',
    paragraphs: [
      {
        heading: 'Ränder',
        rule: 'L1',
        text: 'Spieler 1 gehören der untere und der obere Rand, Spieler 2 der linke und der rechte. Die Ecken gehören niemandem. Alle Steine sind gleich.',
      },
      {
        heading: 'Kanäle',
        rule: 'L2',
        text: 'In der Mitte entspringt Wasser und fließt über leere Punkte, gerade oder schräg, zu einem leeren Randpunkt; wem dieser Punkt gehört, dem gehört der Kanal. Zwischen zwei Steinen kommt es nicht schräg hindurch, und die Ecken nützt es nicht.',
      },
      {
        heading: 'Wo du bauen darfst',
        rule: 'L3',
        text: 'Setze einen Stein auf irgendeinen leeren Punkt, nur nicht in die Mitte (L3a) und nicht dorthin, wo er einen Kreis aus Steinen um die Mitte schlösse (L3b).',
      },
      {
        heading: 'Das Ende',
        rule: 'L4',
        text: 'Sobald eine Seite keinen Kanal mehr hat, hat die andere gewonnen, wer auch immer den letzten Stein gesetzt hat. Es gibt kein Unentschieden und kein Passen.',
      },
    ],
  },
  claims: {
    goal: 'Halte mehr leere Felder als alle anderen, wenn niemand mehr setzen kann oder will.',
    paragraphs: [
      {
        heading: 'Ein Zug',
        rule: 'C1, C2',
        text: 'Setze einen Stein auf ein leeres Feld, greife mit einem Stein einen fremden Turm von oben an, lege einen zweiten Stein auf einen eigenen Turm, oder passe. Ein Turm gehört dem, der zuletzt darauf gesetzt hat; ein zweiter eigener Stein ist jedes Mal einmal erlaubt, wenn ein Feld dein wird.',
      },
      {
        heading: 'Ansprüche',
        rule: 'C3',
        text: 'Ein Turm erhebt einen Anspruch auf jedes Feld bis zu seiner Höhe entfernt, entlang der Reihen und Spalten. Ab Höhe 3 gilt das auch schräg, bis zu seiner Höhe weniger zwei.',
      },
      {
        heading: 'Versperren',
        rule: 'C4',
        text: 'Entlang der Reihen und Spalten gilt ein Anspruch nicht, wenn alle Felder dazwischen besetzt sind; eine Lücke genügt ihm. Nachbarfelder und Schrägen sind nie versperrt.',
      },
      {
        heading: 'Setzen',
        rule: 'C5',
        text: 'Ein leeres Feld darfst du betreten, wenn du dort mindestens so viele Ansprüche hast wie jeder andere.',
      },
      {
        heading: 'Angreifen',
        rule: 'C6',
        text: 'Einen Turm darfst du angreifen, wenn deine Ansprüche auf sein Feld mindestens seine Höhe und die dortigen Ansprüche seines Besitzers zusammen erreichen. Dann ist er dein und gilt als erobert.',
      },
      {
        heading: 'Das Ende',
        rule: 'C7, C8',
        text: 'Das Spiel endet, wenn alle nacheinander passen oder niemand mehr setzen kann. Jedes leere Feld, auf dem du mehr Ansprüche hast als jeder andere, ist ein Punkt. Wenn so abgemacht, zählt auch jeder eroberte Turm, den du hältst.',
      },
      {
        heading: 'Zu dritt und zu viert',
        rule: 'C9',
        text: 'Wer seit seinem letzten Zug von mehreren angegriffen wurde, setzt für jeden nach dem ersten einmal mehr. Jeder weitere Stein ist ein vollwertiger Zug: Er darf auch einen Turm verdoppeln, den man eben erst erobert hat.',
      },
    ],
  },
};
