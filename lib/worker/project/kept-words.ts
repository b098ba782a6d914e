import { fullPath } from '../../agent/tools/workspace-path';
import type { KeptVersion } from './home-mirror';

/** [J1] Why something that was undone is still in the home folder of the project. */
export function keptWords(kept: readonly KeptVersion[]): string {
  const sessions = [...new Set(kept.map(({ session }) => session))].sort((a, b) => a - b);
  const paths = [...new Set(kept.map(({ path }) => fullPath(path)))];
  const shown = paths.slice(0, 3).join(', ');
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  const who = `Session${sessions.length > 1 ? 's' : ''} ${sessions.join(' and ')} began with it`;
  return `Undone in this session. The project keeps ${shown}${more}: ${who}.`;
}
