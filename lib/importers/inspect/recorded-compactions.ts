import { asText, type JsonObject } from '../../base/json';
import { recordedContextAt } from '../../transcript/recorded-context';
import type { Boundary, Transcript } from '../../transcript/transcript';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';

/**
 * Compactions that the log records, by the line of the call that came next. What they changed is in the messages of that
 * call: there it was found, and here it is no guess any more.
 */
export class RecordedCompactions {
  private readonly byLine = new Map<number, JsonObject>();
  private waiting: JsonObject | undefined;

  add(event: JsonObject): void {
    this.waiting = event;
  }

  called(line: number): void {
    if (this.waiting !== undefined) this.byLine.set(line, this.waiting);
    this.waiting = undefined;
  }

  has(line: number): boolean {
    return this.byLine.has(line);
  }

  in(transcript: Transcript): Transcript {
    if (this.byLine.size === 0) return transcript;
    const known = new Set<number>();
    const boundaries = transcript.boundaries.map((boundary, index) => {
      const event = this.byLine.get(boundary.line);
      if (event === undefined || boundary.isGuess !== true) return boundary;
      known.add(boundary.line);
      return recorded(boundary, event, { ...transcript, boundaries: transcript.boundaries.slice(0, index) });
    });
    for (const [line, event] of this.byLine) {
      const at = transcript.messages.findIndex((message) => message.line === line);
      if (known.has(line) || at < 0) continue;
      boundaries.push(recorded({ kind: 'prune', trigger: 'auto', at, line }, event, transcript));
    }
    return { ...transcript, boundaries: boundaries.sort((a, b) => a.at - b.at) };
  }
}

function recorded(boundary: Boundary, event: JsonObject, before: Transcript): Boundary {
  const { isGuess: _, keptMessageIds = [], keptPosition, ...rest } = boundary;
  const preTokens = asTokens(event.tokens_before);
  const facts: Boundary = {
    ...rest,
    trigger: 'auto',
    ...given({
      preTokens: preTokens ?? boundary.preTokens,
      postTokens: asTokens(event.tokens_after) ?? boundary.postTokens,
      preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
    }),
  };
  const isSummary = asText(event.type) === 'summary';
  if (isSummary || boundary.kind !== 'full') {
    const kept = boundary.keptMessageIds === undefined ? {} : { keptMessageIds, ...given({ keptPosition }) };
    return { ...facts, ...kept, kind: isSummary ? 'full' : 'prune' };
  }
  const kept = new Set(keptMessageIds);
  const dropped = recordedContextAt(before, boundary.at).messages.flatMap((index) => before.messages[index]?.id ?? []);
  return { ...facts, kind: 'prune', droppedMessageIds: dropped.filter((id) => !kept.has(id)) };
}
