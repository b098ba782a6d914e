import { chars4Message } from '../../tokens/chars4';
import { isMeasured, isOtherModel, sent } from '../../tokens/growths';
import { roughMessage, roughPart } from '../../tokens/rough';
import { utf8Bytes } from '../../tokens/text-size';
import type { Message, Part } from '../../transcript/transcript';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';

/** [T1] A way to count what was added since the latest usage, compared with the sizes that agents recorded. */
export interface CountingRule {
  readonly title: string;
  tokensOf(message: Message): number;
}

export const countingRules: readonly CountingRule[] = [
  { title: 'bytes / 4 (the rule in use)', tokensOf: roughMessage },
  {
    title: 'bytes / 4, tool calls and results / 2',
    tokensOf: ({ parts }) => parts.reduce((sum, part) => sum + denserTools(part), 0),
  },
  { title: 'bytes / 3', tokensOf: ({ parts }) => parts.reduce((sum, part) => sum + (roughPart(part) * 4) / 3, 0) },
  { title: 'characters / 4 of the message as JSON', tokensOf: chars4Message },
  { title: 'nothing', tokensOf: () => 0 },
];

/** A recorded size, and the starting point of its count. */
interface Moment {
  readonly recorded: number;
  /** The latest usage, including its output. */
  readonly known: number;
  readonly since: readonly Message[];
}

/** The relative error of each rule, at every recorded compaction with a size. */
export function countingErrors({ transcript, recorded }: ReplayMaterial): readonly (readonly number[])[] {
  const { calls, messages, boundaries } = transcript;
  const moments = boundaries.flatMap(({ kind, at, preTokens, preTokensMeans }): readonly Moment[] => {
    const last = firstCallFrom(transcript, at) - 1;
    const call = calls[last];
    if (kind !== 'full' || preTokens === undefined || preTokensMeans === 'clearable') return [];
    if (call === undefined || !isMeasured(call)) return [];
    const reply = messages[call.at]?.callId === call.id ? call.at + 1 : call.at;
    const known = sent(call) + (recorded.timeline.output[last] ?? 0);
    return [{ recorded: preTokens, known, since: messages.slice(reply, at) }];
  });
  return errorsOf(moments);
}

/** The same at every call with usage whose previous call has usage too: the gate's size against the actual one. */
export function countingErrorsAtCalls({ transcript, recorded, calls: columns }: ReplayMaterial) {
  const { calls, messages, boundaries } = transcript;
  const moments = calls.flatMap((call, index): readonly Moment[] => {
    const last = calls[index - 1];
    if (last === undefined || !isMeasured(last) || !isMeasured(call) || isOtherModel(last, call)) return [];
    if (columns.isAside[index] === 1 || columns.isAside[index - 1] === 1) return [];
    if (boundaries.some(({ at }) => at > last.at && at <= call.at)) return [];
    const reply = messages[last.at]?.callId === last.id ? last.at + 1 : last.at;
    const known = sent(last) + (recorded.timeline.output[index - 1] ?? 0);
    return [{ recorded: sent(call), known, since: messages.slice(reply, call.at) }];
  });
  return errorsOf(moments);
}

function errorsOf(moments: readonly Moment[]): readonly (readonly number[])[] {
  return countingRules.map(({ tokensOf }) =>
    moments.map(({ recorded, known, since }) => {
      const counted = since.reduce((sum, message) => sum + tokensOf(message), known);
      return (counted - recorded) / recorded;
    }),
  );
}

const BYTES_PER_DENSE_TOKEN = 2;

/** An earlier assumption for JSON: calls and results are JSON on the wire. */
function denserTools(part: Part): number {
  if (part.kind === 'tool-call') return denseTokens(JSON.stringify(part.input));
  if (part.kind !== 'tool-result') return roughPart(part);
  return part.parts.reduce(
    (sum, inner) => sum + (inner.kind === 'text' ? denseTokens(inner.text) : roughPart(inner)),
    0,
  );
}

function denseTokens(text: string): number {
  return Math.ceil(utf8Bytes(text) / BYTES_PER_DENSE_TOKEN);
}
