import type { Boundary, Usage } from '../../transcript/transcript';
import { contextTotal } from '../../transcript/usage';

/** For a compaction whose size the file does not state: the context of the call before it. */
export function sizeBefore(usage: Usage | undefined): Pick<Boundary, 'preTokens' | 'preTokensMeans'> {
  return usage === undefined ? {} : { preTokens: contextTotal(usage), preTokensMeans: 'context' };
}
