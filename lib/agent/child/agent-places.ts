import type { AgentPlaces } from '../../agents/agents-in';
import type { InstructionTree } from '../../instructions/instruction-tree';
import type { Workspace } from '../tools/workspace';
import { fullPath, HOME, SETTINGS_ROOT, WORKSPACE_ROOT, workspacePath } from '../tools/workspace-path';

/** [O1] Where agents are defined in a run. */
export const agentPlaces: AgentPlaces = {
  root: WORKSPACE_ROOT,
  home: HOME,
  managed: `${SETTINGS_ROOT}/claude-code`,
};

/** The files of a run by full paths. */
export function filesOf(files: Workspace): InstructionTree {
  return {
    read: (path) => {
      const place = workspacePath(path);
      return place.ok ? files.read(place.value) : undefined;
    },
    list: () => files.list().map(fullPath),
  };
}
