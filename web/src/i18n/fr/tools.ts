// Le français des outils du plateau : coups anticipés, signes personnels, taille, mode zen ; et du partage.
import type { ToolsWords } from '../../matches/toolswords';

export const toolsFr: ToolsWords = {
  'ahead.set': 'Coup anticipé : {move}. Il est joué aussitôt s’il est permis après l’autre coup.',
  'ahead.cancel': 'Annuler le coup anticipé',
  'ahead.dropped': 'Votre coup anticipé {move} n’est plus permis et n’a pas été joué.',
  'ahead.swapped': 'Les couleurs ont été échangées : votre coup anticipé {move} n’a pas été joué.',
  'size.label': 'Taille du plateau',
  'size.hint': 'Faites glisser ou utilisez les flèches. Double-clic : aussi grand que possible.',
  'size.value': '{n} %',
  'marks.circle': 'Cercle sur {point}',
  'marks.arrow': 'Flèche de {from} à {to}',
  'marks.from': 'Flèche depuis {point} : allez à son bout et appuyez sur A',
  'marks.cleared': 'Signes effacés',
  'zen.on': 'Mode zen',
  'zen.on.hint': 'Seulement le plateau et les pendules (Z)',
  'zen.off': 'Quitter le mode zen (Z)',
  'share.link': 'Lien',
  'share.copy': 'Copier le lien',
  'share.embed': 'Insérer ce plateau dans une autre page web',
  'share.embed.copy': 'Copier le code',
  'share.embed.title': 'Partie {id} sur hoshi',
  'share.qr': 'Code QR du lien',
  'share.qr.show': 'Afficher un code QR',
  'share.uncopied': 'Le navigateur ne permet pas de copier. Sélectionnez le texte et copiez-le.',
};
