import { HOME } from '../../agent/tools/workspace-path';
import type { KeptVersion } from './home-mirror';

/** [J1] Why something that was undone is still in the home folder of the project. */
export function keptWords(kept: readonly KeptVersion[]): string {
  const sessions = [...new Set(kept.map(({ session }) => session))].sort((a, b) => a - b);
  const paths = [...new Set(kept.map(({ path }) => `~${path.slice(HOME.length)}`))];
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  const who = `session${sessions.length > 1 ? 's' : ''} ${sessions.join(' and ')}`;
  const what = paths.slice(0, SHOWN).join(', ') + more;
  return `Undone in this session. The project keeps ${what}, because ${who} began with it.`;
}

const SHOWN = 3;
