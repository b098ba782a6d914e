import type { Message } from '../../transcript/transcript';
import { callLabel } from './call-label';
import { oneLine } from './quoted';

const LONGEST_STEP = 240;

/** A line for each reply with a tool call. Without results: they come later, and would change the line. */
export function stepsIn(messages: readonly Message[]): string[] {
  return messages.flatMap(({ kind, parts }) => {
    const labels = parts.flatMap((part) => (kind === 'reply' && part.kind === 'tool-call' ? [callLabel(part)] : []));
    return labels.length === 0 ? [] : [`- ${oneLine(labels.join('; '), LONGEST_STEP)}`];
  });
}

/**
 * The steps that the worklog does not have yet. A context begins somewhere in the middle of the work, so that no place of
 * the log is known to be a place of the context: where the longest end of the log stands in it, it has been noted up to there.
 *
 *   log       a b c d
 *   context       c d e f      ──▶     e f
 */
export function stepsSince(log: readonly string[], present: readonly string[]): readonly string[] {
  let longest = 0;
  let end = 0;
  for (let place = 1; place <= present.length; place++) {
    let same = 0;
    while (same < place && same < log.length && present[place - 1 - same] === log[log.length - 1 - same]) same += 1;
    if (same > longest) {
      longest = same;
      end = place;
    }
  }
  return present.slice(end);
}
