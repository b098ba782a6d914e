import { assertNever } from '../../base/assert-never';
import { modelIdOf } from '../journal/model-id';
import type { OwnEntry } from '../journal/new-entry';
import { liveCommandText } from './live-command-text';

/** The user's input, as it is shown while it waits. */
export function ownEntryWords(entry: OwnEntry): string {
  switch (entry.type) {
    case 'prompt':
      return entry.text;
    case 'command':
      return liveCommandText(entry.command);
    case 'policy':
      return `Policy: ${entry.policy.title}`;
    case 'model':
      return `Model: ${modelIdOf(entry.model)}`;
    case 'limits':
      return `Limits: ${entry.limits.calls} calls, $${entry.limits.dollars}`;
    case 'files':
      return `Files: ${entry.files.map(({ path }) => path).join(', ')}`;
    default:
      return assertNever(entry);
  }
}
