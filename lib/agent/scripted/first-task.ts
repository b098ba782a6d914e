/**
 * The task of a first run. Two prompts, because the cursor of the session note only moves when a turn ends [N4]: in a
 * single turn, a compaction could never use it.
 */
export const firstTask = ['Fix the failing tests.', 'Now review every file.'] as const;
