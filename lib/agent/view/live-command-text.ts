import type { Command } from '../../simulator/commands/command';
import { commandText } from '../../simulator/commands/command-text';

/** As typed: the messages of a run have their number in their id. */
export function liveCommandText(command: Command): string {
  return commandText(command, (id) => id.replace(/^message-(\d+)$/, '#$1'));
}
