import * as v from 'valibot';
import { commandSchema } from '../../agent/journal/entry';
import type { Failure } from '../../base/failure';
import { parseJson } from '../../base/json';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import { byCode, count, goodOf, json, listOf, object, oneOf, parseBy, text, textAs, variants } from '../../base/schema';
import { withoutScratch } from '../../layers/summary/without-scratch';
import { parsePolicy } from '../../policies/parse-policy';
import { builtInCalibration } from '../../tokens/calibrated';
import type { MessageId } from '../../transcript/transcript';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { isSamePolicy } from '../policy/policy-standard';
import type { RequestedSession } from './prompt-board';
import { type KeptRun, keptRun, keptRunForm } from './prompt-kept-run';
import { viewText } from './prompt-place';
import type { PromptRun } from './prompt-run';

const choice = object({
  policy: byCode(json, parsePolicy),
  replies: variants([
    object({ type: v.literal('assumed'), tokens: v.exactOptional(count) }),
    object({ type: v.literal('recorded') }),
    object({ type: v.literal('offline') }),
  ]),
  mode: v.exactOptional(oneOf(['free', 'following'])),
  pinned: v.exactOptional(listOf(textAs<MessageId>())),
  commands: v.exactOptional(listOf(object({ call: count, command: commandSchema }))),
});

export const place = variants([
  object({ type: v.literal('recording'), call: count }),
  object({ type: v.literal('simulation'), call: count, choice }),
  object({ type: v.literal('round'), call: count, compaction: text }),
]);

/** It was kept as its JSON text once. */
const placeAsText = byCode(text, (kept) => {
  const value = parseJson(kept);
  return value.ok ? parseBy(place, value.value) : value;
});

const interruptedSchema = object({
  /** What is compacted. */
  place: v.union([place, placeAsText]),
  /** With the partial text, which may be empty. */
  run: keptRun,
});
const interruptedList = goodOf(interruptedSchema);

/** An answer that was in progress when the page closed. */
export interface InterruptedRun {
  readonly place: CompactionPlace;
  readonly run: KeptRun;
}

export const interrupted: Failure = {
  what: 'Interrupted: the page was reloaded or closed before the answer was complete.',
  advice: 'Run it again to get a complete answer.',
};

/** Undefined if the answer has not begun, or is complete. */
export function interruptedRun(
  { id, atMs, call, round, earlierCalls, writer, state }: PromptRun,
  about: RequestedSession,
  compacted: CompactionPlace,
): InterruptedRun | undefined {
  if (state.type !== 'asking' || writer.type !== 'model') return undefined;
  const answer = withoutScratch(state.text, writer.scratchTag);
  const result = { text: answer, tokens: textTokens(answer), scores: [], problem: interrupted };
  const { place, title } = about;
  const view = optional('view', viewText(about));
  const run = { id, atMs, place, title, ...view, call, round, earlierCalls, writer, result };
  return { place: compacted, run };
}

/** Whether both compact the same. */
export function isSamePlace(a: CompactionPlace, b: CompactionPlace): boolean {
  if (a.type !== 'simulation' || b.type !== 'simulation') return isSameValue(a, b);
  const { policy, ...others } = a.choice;
  const { policy: policyOfB, ...othersOfB } = b.choice;
  return a.call === b.call && isSamePolicy(policy, policyOfB) && isSameValue(others, othersOfB);
}

export function writeInterrupted(runs: readonly InterruptedRun[]): string {
  return JSON.stringify(runs.map(({ place, run }) => ({ place, run: keptRunForm.write(run) })));
}

/** Stored data may be from another version, which is ignored. */
export function readInterrupted(kept: string): readonly InterruptedRun[] {
  const value = parseJson(kept);
  return value.ok ? v.parse(interruptedList, value.value) : [];
}

/** An estimate for uncounted text. */
function textTokens(text: string): number {
  return Math.round(builtInCalibration.partTokens({ kind: 'text', text }));
}
