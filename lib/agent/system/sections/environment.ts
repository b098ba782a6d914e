import { HOME, SETTINGS_ROOT, WORKSPACE_ROOT } from '../../tools/workspace-path';
import { dateOf } from './date-of';
import type { Section } from './section';

/** The descriptions of the tools only know the workspace, which is all there is in most runs. */
export const OTHER_MOUNTS = `Besides the workspace, there are files in ${HOME} (your home folder, ~), which you can read and write, and in ${SETTINGS_ROOT}, which you can only read. They persist between commands like those of the workspace. All tools accept these paths; the shell’s clock is that of this conversation.`;

export const environment: Section = {
  id: 'environment',
  title: 'Environment',
  kind: 'dynamic',
  text: ({ nowMs, model, hasOtherMounts }) =>
    [
      'Environment',
      `- System: a simulated Unix; shell: POSIX sh; folder: ${WORKSPACE_ROOT}`,
      `- Date: ${dateOf(nowMs)}`,
      `- Model: ${model}`,
      ...(hasOtherMounts ? ['', OTHER_MOUNTS] : []),
    ].join('\n'),
  nothing: '',
};
