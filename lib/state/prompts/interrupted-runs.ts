import * as v from 'valibot';
import type { Failure } from '../../base/failure';
import { parseJson } from '../../base/json';
import { goodOf, object, type Parsed, text } from '../../base/schema';
import { withoutScratch } from '../../layers/summary/without-scratch';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { textTokens } from '../shared/text-tokens';
import type { RequestedSession } from './prompt-board';
import { keptRun, keptRunForm } from './prompt-kept-run';
import type { ModelWriter, PromptRun } from './prompt-run';
import type { ColumnSource } from './prompts-link';

const interruptedSchema = object({
  /** What is compacted, as canonical JSON. */
  place: text,
  /** With the partial text, which may be empty. */
  run: keptRun,
});
const interruptedList = goodOf(interruptedSchema);

/** An answer that was in progress when the page closed. */
export type InterruptedRun = Parsed<typeof interruptedSchema>;

export const interrupted: Failure = {
  what: 'Interrupted: the page was reloaded or closed before the answer was complete.',
  advice: 'Run it again to get a complete answer.',
};

/** Undefined if the answer has not begun, or is complete. */
export function interruptedRun(
  { id, call, round, earlierCalls, writer, state }: PromptRun,
  { place, title }: RequestedSession,
  compacted: CompactionPlace,
  atMs: number,
): InterruptedRun | undefined {
  if (state.type !== 'asking' || writer.type !== 'model') return undefined;
  const answer = withoutScratch(state.text, writer.scratchTag);
  const result = { text: answer, tokens: textTokens(answer), scores: [], problem: interrupted };
  const run = { id, atMs, place, title, call, round, earlierCalls, writer, result };
  return { place: JSON.stringify(compacted), run };
}

export function writeInterrupted(runs: readonly InterruptedRun[]): string {
  return JSON.stringify(runs.map(({ place, run }) => ({ place, run: keptRunForm.write(run) })));
}

/** Stored data may be from another version, which is ignored. */
export function readInterrupted(kept: string): readonly InterruptedRun[] {
  const json = parseJson(kept);
  return json.ok ? v.parse(interruptedList, json.value) : [];
}

/** Whether a column with its current settings would make the same request. */
export function isOfSource({ promptId, model, maxTokens, focus }: ModelWriter, source: ColumnSource): boolean {
  if (source.type !== 'model' || source.prompt !== promptId || source.model !== model) return false;
  return source.maxTokens === maxTokens && source.focus === focus;
}
