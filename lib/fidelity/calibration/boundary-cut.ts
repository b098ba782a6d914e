import { recordedContextAt } from '../../transcript/recorded-context';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { Cut, LeftPart } from '../values/cut';
import { ValueIndex } from '../values/value-index';
import type { LabelledBoundary, MadeUpBoundary, RecordedBoundary } from './labelled-boundary';

/** What a score is given. */
export interface BoundaryCut {
  readonly index: ValueIndex;
  readonly cut: Cut;
}

/** Opens a recording by its path in the folder of recordings. */
export type OpenRecording = (file: string) => Promise<Transcript>;

/** Undefined for a recording, if there are no recordings. */
export async function boundaryCut(
  { source }: LabelledBoundary,
  open: OpenRecording | undefined,
): Promise<BoundaryCut | undefined> {
  if (source.type === 'made-up') return madeUpCut(source);
  return open && recordedCut(await open(source.file), source);
}

function madeUpCut({ left, summary, after }: MadeUpBoundary): BoundaryCut {
  const from = transcriptFromText(left.join('\n')).messages.length;
  const { messages } = transcriptFromText([...left, '---', ...after].join('\n'));
  const removed = messages.slice(0, from).map((_, message) => message);
  const later = { from, isSent: () => true };
  return {
    index: indexOf(messages),
    cut: { left: partsOf(messages, removed), stays: [], made: [{ kind: 'text', text: summary }], later },
  };
}

const indexes = new WeakMap<Transcript['messages'], ValueIndex>();

function indexOf(messages: Transcript['messages']): ValueIndex {
  const known = indexes.get(messages);
  if (known !== undefined) return known;
  const work = ValueIndex.of(messages);
  for (let step = work.next(); ; step = work.next()) {
    if (!step.done) continue;
    indexes.set(messages, step.value);
    return step.value;
  }
}

function recordedCut(transcript: Transcript, { file, at }: RecordedBoundary): BoundaryCut {
  const { messages } = transcript;
  const index = indexOf(messages);
  const isSent = () => true;
  if ('call' in at) {
    const from = transcript.calls[at.call]?.at;
    if (from === undefined) throw new Error(`${file} has no call ${at.call}`);
    const { messages: context } = recordedContextAt(transcript, from);
    return { index, cut: { left: partsOf(messages, context), stays: [], made: [], later: { from, isSent } } };
  }
  const boundary = transcript.boundaries[at.boundary];
  const from = transcript.calls.find((call) => boundary !== undefined && call.at >= boundary.at)?.at;
  if (boundary === undefined || from === undefined) throw new Error(`${file} has no boundary ${at.boundary}`);
  const earlier = { ...transcript, boundaries: transcript.boundaries.slice(0, at.boundary) };
  const before = recordedContextAt(earlier, boundary.at);
  const after = new Set(recordedContextAt(transcript, from).messages);
  const stayed = before.messages.filter((message) => after.has(message));
  const added = [...after].filter((message) => !stayed.includes(message));
  const left = partsOf(
    messages,
    before.messages.filter((message) => !after.has(message)),
  ).filter(({ part }) => part.kind !== 'tool-result' || !before.clearedToolCallIds.has(part.callId));
  const stays = partsOf(messages, stayed).flatMap(({ place }) => place ?? []);
  const made = partsOf(messages, added).map(({ part }) => part);
  return { index, cut: { left, stays, made, later: { from, isSent } } };
}

function partsOf(messages: Transcript['messages'], indices: readonly number[]): readonly LeftPart[] {
  return indices.flatMap((index) => {
    const message = messages[index];
    return message?.parts.map((part, place) => ({ message, part, place: { message: index, part: place } })) ?? [];
  });
}
