import type { ProjectFiles } from '../project-files';
import type { Random } from '../random';
import type { SessionWriter } from '../session-writer';
import type { ToolUses } from '../tool-uses';
import type { Investigation } from './investigation';

export interface Stage {
  readonly writer: SessionWriter;
  readonly files: ProjectFiles;
  readonly tools: ToolUses;
  readonly investigation: Investigation;
  readonly random: Random;
}
