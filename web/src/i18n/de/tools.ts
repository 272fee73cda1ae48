// Deutsch für die Werkzeuge am Brett: Vorauszüge, eigene Zeichen, Größe, Zen-Modus; und fürs Teilen.
import type { ToolsWords } from '../../matches/toolswords';

export const toolsDe: ToolsWords = {
  'ahead.set': 'Vorauszug: {move}. Er wird sofort gespielt, wenn er nach dem anderen Zug erlaubt ist.',
  'ahead.cancel': 'Vorauszug zurücknehmen',
  'ahead.dropped': 'Dein Vorauszug {move} ist jetzt nicht erlaubt und wurde nicht gespielt.',
  'ahead.swapped': 'Die Farben wurden getauscht, darum wurde dein Vorauszug {move} nicht gespielt.',
  'size.label': 'Größe des Bretts',
  'size.hint': 'Ziehen oder Pfeiltasten drücken. Doppelklick: so groß, wie es passt.',
  'size.value': '{n} %',
  'marks.circle': 'Kreis auf {point}',
  'marks.arrow': 'Pfeil von {from} nach {to}',
  'marks.from': 'Pfeil von {point}: zum Ende gehen und A drücken',
  'marks.cleared': 'Zeichen gelöscht',
  'zen.on': 'Zen-Modus',
  'zen.on.hint': 'Nur das Brett und die Uhren (Z)',
  'zen.off': 'Zen-Modus verlassen (Z)',
  'share.link': 'Link',
  'share.copy': 'Link kopieren',
  'share.embed': 'Dieses Brett in eine andere Webseite einbauen',
  'share.embed.copy': 'Code kopieren',
  'share.embed.title': 'Partie {id} auf hoshi',
  'share.qr': 'QR-Code des Links',
  'share.qr.show': 'QR-Code zeigen',
  'share.uncopied': 'Der Browser erlaubt kein Kopieren. Markiere den Text und kopiere ihn.',
};
