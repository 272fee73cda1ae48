// Deutsch: die Seite über die Schnittstelle.
import type { ManualKey } from '../../manual/words';

export const manualDe: Record<ManualKey, string> = {
  title: 'Die Schnittstelle (API)',
  text: 'Programme können alles, was diese Seite kann: jede Anfrage an diesen Server mit ihren Parametern, ihrem Inhalt und ihren Antworten. Die Pfade liegen unter /api, Zeiten sind Millisekunden. Die Beschreibungen sind englisch.',
  filter: 'Filtern',
  none: 'Keine Anfrage passt.',
  schemas: 'Werte',
  parameters: 'Parameter',
  body: 'Inhalt',
  answers: 'Antworten',
  required: 'nötig',
};
