// Names a browser from its own description.
import { t } from '../i18n';

/** The name of the browser and its system, from the User-Agent; of other programs, the first
 * word. */
export function agentName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1];
  const named = { Edg: 'Edge', OPR: 'Opera' }[browser ?? ''] ?? browser;
  if (named) return system ? `${named}, ${system}` : named;
  return agent.split('/')[0] || t('account.sessions.unknown');
}
