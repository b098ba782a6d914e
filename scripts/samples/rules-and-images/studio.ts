import type { SessionWriter, ToolUse } from '../session-writer';
import type { ToolUses } from '../tool-uses';

/** The few moves that the conversation consists of. */
export interface Studio {
  readonly writer: SessionWriter;
  readonly tools: ToolUses;
  readonly act: (say: string | undefined, tools: readonly ToolUse[], thinking?: string) => void;
  readonly finish: (say: string, thinking?: string) => void;
}

export function makeStudio(writer: SessionWriter, tools: ToolUses): Studio {
  return {
    writer,
    tools,
    act: (say, uses, thinking) =>
      writer.reply({ tools: uses, ...(say !== undefined && { say }), ...(thinking !== undefined && { thinking }) }),
    finish: (say, thinking) => {
      writer.reply({ say, ...(thinking !== undefined && { thinking }) });
      writer.finishTurn();
    },
  };
}
