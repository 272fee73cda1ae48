// The rules of the games in our own words, in German.
import type { GameName } from '../../wasm/wasm';
import type { RulesText } from '../en/rules';

export const rulesDe: Record<GameName, RulesText> = {
  palisade: {
    goal: 'Besitze mehr Punkte als die andere Seite, wenn jeder Punkt des Bretts jemandem gehört.',
    paragraphs: [
      {
        heading: 'Deine Punkte und die der anderen Seite',
        rule: 'P1',
        text: 'Die Punkte wechseln sich ab wie die Felder eines Schachbretts: Schwarz setzt nur, wo Spalte und Reihe zusammen eine gerade Zahl ergeben (a1 ist so ein Punkt), Weiß nur auf die übrigen. Schwarz beginnt. Ein Zug ist ein Stein.',
      },
      {
        heading: 'Der Rahmen',
        rule: 'P2',
        text: 'Rings um das Brett liegt ein Rahmen aus Steinen in denselben wechselnden Farben. Sie helfen, Ringe zu bauen, und können nie geschlagen werden. Gezeichnet sind sie klein und außerhalb des Bretts.',
      },
      {
        heading: 'Ringe',
        rule: 'P3, P4',
        text: 'Steine einer Farbe, die sich schräg berühren, hängen zusammen. Eine geschlossene Kette ist ein Ring; der kleinste hat vier Steine. Schließt dein Stein einen Ring, so verschwinden alle gegnerischen Steine darin, auch ganze gegnerische Ringe.',
      },
      {
        heading: 'Kein Weg hinein',
        rule: 'P5',
        text: 'In einen Ring darf niemand setzen, auch nicht sein Besitzer.',
      },
      {
        heading: 'Das Ende',
        rule: 'P6',
        text: 'Dir gehören die Steine auf deinen Ringen und jeder Punkt darin. Wenn alle Punkte jemandem gehören, gewinnt, wer mehr Punkte hat. Es gibt kein Remis und kein Passen.',
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
        text: 'Lässt dein Schlagzug nur deine Farbe oder gar keine übrig, gewinnst du. Lässt er nur die andere übrig, verlierst du. Es gibt kein Passen und kein Remis.',
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
        text: 'In der Mitte entspringt Wasser und fließt über leere Punkte, gerade oder schräg, zu einem leeren Randpunkt. Wem dieser Rand gehört, dem gehört der Kanal. Zwischen zwei Steinen kommt das Wasser nicht schräg hindurch, und über die Ecken fließt es nicht.',
      },
      {
        heading: 'Wo du bauen darfst',
        rule: 'L3',
        text: 'Setze einen Stein auf einen beliebigen leeren Punkt, aber nicht in die Mitte (L3a) und nicht dorthin, wo er einen Kreis aus Steinen um die Mitte schließen würde (L3b).',
      },
      {
        heading: 'Das Ende',
        rule: 'L4',
        text: 'Sobald eine Seite keinen Kanal mehr hat, gewinnt die andere, egal wer den letzten Stein gesetzt hat. Es gibt kein Remis und kein Passen.',
      },
    ],
  },
  claims: {
    goal: 'Halte mehr leere Felder als alle anderen, wenn niemand mehr setzen kann oder will.',
    paragraphs: [
      {
        heading: 'Ein Zug',
        rule: 'C1, C2',
        text: 'Setze einen Stein auf ein leeres Feld, greife mit einem Stein einen fremden Turm von oben an, lege einen zweiten Stein auf einen eigenen Turm, oder passe. Ein Turm gehört dem, der zuletzt darauf gesetzt hat; einen zweiten Stein darfst du jedes Mal, wenn ein Feld dein wird, einmal hinzulegen.',
      },
      {
        heading: 'Ansprüche',
        rule: 'C3',
        text: 'Ein Turm erhebt einen Anspruch auf jedes Feld in seiner Reihe und Spalte, das höchstens so weit entfernt ist, wie er hoch ist. Ab Höhe 3 gilt das auch schräg, so weit wie seine Höhe minus zwei.',
      },
      {
        heading: 'Blockieren',
        rule: 'C4',
        text: 'Entlang der Reihen und Spalten gilt ein Anspruch nicht, wenn alle Felder dazwischen besetzt sind; eine Lücke erhält ihn. Nachbarfelder und Schrägen lassen sich nie blockieren.',
      },
      {
        heading: 'Setzen',
        rule: 'C5',
        text: 'Ein leeres Feld darfst du betreten, wenn du dort mindestens so viele Ansprüche hast wie jeder andere.',
      },
      {
        heading: 'Angreifen',
        rule: 'C6',
        text: 'Einen Turm darfst du angreifen, wenn deine Ansprüche auf sein Feld mindestens seine Höhe plus die Ansprüche seines Besitzers dort erreichen. Dann ist er dein und gilt als erobert.',
      },
      {
        heading: 'Das Ende',
        rule: 'C7, C8',
        text: 'Die Partie endet, wenn alle nacheinander passen oder niemand mehr setzen kann. Jedes leere Feld, auf dem du mehr Ansprüche hast als jeder andere, ist ein Punkt. Ist es so vereinbart, zählt auch jeder eroberte Turm, den du hältst, einen Punkt.',
      },
      {
        heading: 'Zu dritt und zu viert',
        rule: 'C9',
        text: 'Haben dich seit deinem letzten Zug mehrere Spieler angegriffen, setzt du für jeden nach dem ersten einmal mehr. Jeder weitere Stein ist ein vollwertiger Zug: Du darfst damit auch einen Turm erhöhen, den du im selben Zug erobert hast.',
      },
    ],
  },
};
