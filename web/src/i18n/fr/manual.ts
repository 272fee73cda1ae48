// Français : la page sur l’API.
import type { ManualKey } from '../../manual/words';

export const manualFr: Record<ManualKey, string> = {
  title: 'L’API',
  text: 'Les programmes peuvent faire tout ce que fait cette page : chaque requête de ce serveur, avec ses paramètres, son corps et ses réponses. Les chemins sont sous /api ; les temps sont en millisecondes. Les descriptions sont en anglais.',
  filter: 'Filtrer',
  none: 'Aucune requête ne convient.',
  schemas: 'Valeurs',
  parameters: 'Paramètres',
  body: 'Corps',
  answers: 'Réponses',
  required: 'obligatoire',
};
