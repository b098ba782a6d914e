import { assertNever } from '../base/assert-never';
import type { Command } from '../simulator/pipeline';

/** As it is typed. */
export function commandText(command: Command): string {
  switch (command.type) {
    case 'compact':
      return command.focus === undefined ? '/compact' : `/compact ${command.focus}`;
    case 'snip':
      return '/snip';
    case 'note':
      return '/summary';
    default:
      return assertNever(command);
  }
}
