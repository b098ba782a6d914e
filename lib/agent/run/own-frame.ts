import type { OwnSetup } from '../journal/entry';
import { HOME, SETTINGS_ROOT } from '../tools/workspace-path';
import type { RunSurroundings } from './live-context';

/** What every request of a run starts with, as the user has set it up. */
export function ownFrame({ system, tools }: RunSurroundings, own: OwnSetup, hasOtherMounts = false): RunSurroundings {
  const off = new Set(own.toolsOff ?? []);
  const instructions = own.instructions?.trim() ?? '';
  const prompt = own.system === undefined ? system : [{ kind: 'text', text: own.system } as const];
  return {
    // The API rejects an empty text.
    system: [
      ...prompt.filter((part) => part.kind !== 'text' || part.text.trim() !== ''),
      ...(hasOtherMounts ? [{ kind: 'text', text: OTHER_MOUNTS } as const] : []),
      ...(instructions === '' ? [] : [{ kind: 'text', text: `${BEFORE_INSTRUCTIONS}\n\n${instructions}` } as const]),
    ],
    tools: tools.filter(({ name }) => !off.has(name)),
  };
}

const BEFORE_INSTRUCTIONS =
  'Instructions of the user for this workspace. They take precedence over what is written above:';

/** The descriptions of the tools only know the workspace, which is all there is in most runs. */
const OTHER_MOUNTS = `Besides the workspace, there are files in ${HOME} (your home folder, ~), which you can read and write, and in ${SETTINGS_ROOT}, which you can only read. They persist between commands like those of the workspace. All tools accept these paths; the shell’s clock is that of this conversation.`;
