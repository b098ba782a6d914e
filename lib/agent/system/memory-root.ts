import { slugOf } from '../../memory/files/memory-path';
import { HOME, WORKSPACE_ROOT } from '../tools/workspace-path';

/** [A12] The memory folder of a run. */
export const MEMORY_ROOT = `${HOME}/.claude/projects/${slugOf(WORKSPACE_ROOT)}/memory`;
