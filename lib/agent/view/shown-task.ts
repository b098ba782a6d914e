import { asObject, asText } from '../../base/json';
import { optional } from '../../base/optional';
import { memoryName } from '../../memory/files/memory-path';
import { ageInDays } from '../../memory/recall/recall-session';
import { roughText } from '../../tokens/rough';
import type { ReplyBlock } from '../journal/entry';
import type { MemorySelection } from '../run/memory-selection';
import type { MemoryTask, TaskStep } from '../run/memory-task';
import { MEMORY_ROOT } from '../tools/memory-files';
import type { ShownCandidate, ShownRecall, ShownTask, ShownTaskStep } from './memory-view';

const LONGEST_RESULT = 2_000;
const LONGEST_ABOUT = 200;
/** Beyond that, nobody reads why each was not chosen. */
const MOST_CANDIDATES = 40;

export function shownTask(task: MemoryTask): ShownTask {
  const { start, state, steps, changes, usage, dollars, says, modelId, endedMs } = task;
  return {
    id: start.id,
    call: start.call,
    state,
    model: modelId,
    newMessages: start.newMessages,
    isFallback: start.isFallback,
    steps: steps.map(shownStep),
    changes: changes.map(({ path, before, after }) => {
      const name = memoryName(path, MEMORY_ROOT);
      return { file: name.ok ? name.value : path, before, after };
    }),
    ...optional('usage', usage),
    ...optional('dollars', dollars),
    startedMs: start.timeMs,
    tookMs: Math.max(0, (endedMs ?? start.timeMs) - start.timeMs),
    says,
  };
}

export function shownStep({ reply, usage, results }: TaskStep): ShownTaskStep {
  const byId = new Map(results?.map((result) => [result.callId, result]));
  const texts = reply.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return {
    text: texts.join('\n\n'),
    tools: reply.blocks.flatMap((block) => {
      if (block.type !== 'tool-call') return [];
      const result = byId.get(block.id);
      return [
        {
          name: block.name,
          about: aboutOf(block),
          isError: result?.isError === true,
          ...optional('result', result?.text.slice(0, LONGEST_RESULT).toWellFormed()),
        },
      ];
    }),
    usage,
  };
}

function aboutOf({ input }: Extract<ReplyBlock, { readonly type: 'tool-call' }>): string {
  const given = asObject(input);
  const words = asText(given?.file_path) ?? asText(given?.pattern) ?? asText(given?.command) ?? '';
  return words.slice(0, LONGEST_ABOUT).toWellFormed();
}

export function shownRecall(selection: MemorySelection, nowMs: number): ShownRecall {
  const { start, state, outcome, answer, usage, dollars, firstCall } = selection;
  const { ask, rule } = start;
  const shown = new Map(outcome?.recalled.map((each) => [each.file, each]));
  const leftOut = new Map(outcome?.leftOut.map(({ file, why }) => [file, why]));
  const candidates = ask.candidates.map(({ file, type, description, mtimeMs }): ShownCandidate => {
    const made = shown.get(file);
    const why = leftOut.get(file);
    return {
      file,
      type,
      description,
      ageDays: made?.ageDays ?? ageInDays(mtimeMs, nowMs),
      fate: made !== undefined ? 'shown' : why === 'budget' || why === 'missing' ? why : 'not-chosen',
      ...optional('bytes', made?.bytes),
      ...optional('cutBy', made?.cutBy),
    };
  });
  const sorted = [
    ...candidates.filter(({ fate }) => fate !== 'not-chosen'),
    ...candidates.filter(({ fate }) => fate === 'not-chosen'),
  ];
  return {
    state,
    candidates: sorted.slice(0, MOST_CANDIDATES),
    others: Math.max(0, sorted.length - MOST_CANDIDATES),
    notLookedAt: start.notLookedAt,
    shownBefore: start.shownBefore,
    // Until a call carries them, they are only estimated.
    tokens: Math.round(selection.tokens ?? [...shown.values()].reduce((sum, { text }) => sum + roughText(text), 0)),
    bytesLeft: Math.max(0, rule.budget.bytesOfSession - (outcome?.session.bytes ?? start.bytesBefore)),
    model: start.model,
    ...optional('call', firstCall),
    ...optional('usage', usage),
    ...optional('dollars', dollars),
    ...optional('tookMs', answer?.tookMs),
    ...optional('problem', answer?.problem),
  };
}
