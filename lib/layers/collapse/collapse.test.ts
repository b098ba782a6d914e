import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { MessageId } from '../../transcript/transcript';
import { tiesOf } from '../rounds/ties';
import { type Context, type ContextMessage, tokensOf } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
  expectOutcome,
} from '../shape/context-text.test-support';
import type { Env, Reply } from '../shape/layer';
import { recordedContext, wholeMessage } from '../shape/made-message';
import { emptyMemory } from '../shape/memory';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { spanInstruction } from '../shape/summary-instruction';
import { type CollapseSettings, collapse } from './collapse';
import { undoCollapse } from './collapse-log';

const defaults = defaultsOf(collapse.settings);
const summary: Reply = { type: 'text', text: 'What these rounds did', tokens: 1_000 };
const idOf = (id: string) => id as MessageId;

/** m0 is the task; every round is a call of nearly no tokens (m1, m3, …) and a result of 9,000 (m2, m4, …). */
function rounds(count: number): Context {
  const lines = Array.from({ length: count }, (_, i) => `call #${i} grep ${i}\n---\nresult #${i} 9000 tokens`);
  return contextFromText(['user 1000 tokens', ...lines].join('\n'));
}

function run(
  context: Context,
  used: number,
  more: Partial<Env> = {},
  replies: readonly Reply[] = Array(9).fill(summary),
) {
  return driven(collapse.run(context, defaults, environment({ used, ...more })), replies);
}

function changed(...given: Parameters<typeof run>) {
  const outcome = expectOutcome(run(...given).outcome, 'changed');
  expect(reasonText(outcome.reason, collapse.reasons)).not.toContain('{');
  return outcome;
}

function log({ memory }: Context): string[] {
  return memory.collapses.map(({ first, last, state }) => `${first}–${last} ${state}`);
}

const full = rounds(18);

describe('context collapse', () => {
  it('[C2] does nothing below 90 % of the effective window', () => {
    const { outcome, asks } = run(full, 161_999);
    expect(outcome).toMatchObject({ type: 'unchanged', reason: { code: 'below' } });
    expect(asks).toEqual([]);
  });

  it('[C2] from 90 % stages the oldest spans without a request', () => {
    const { outcome, asks } = run(full, 162_000);
    expect(asks).toEqual([]);
    expect(outcome).toMatchObject({ type: 'changed', changes: [], reason: { code: 'staged' } });
    if (outcome.type !== 'changed') return;
    expect(outcome.context.messages).toBe(full.messages);
    // Two rounds make a span of a tenth of 180,000; two spans bring 162,000 below three quarters of it.
    expect(log(outcome.context)).toEqual(['m1–m4 staged', 'm5–m8 staged']);
  });

  it('[C2] keeps staged spans waiting below 95 %', () => {
    const { context } = changed(full, 162_000);
    expect(run(context, 170_999).outcome).toMatchObject({ type: 'unchanged', reason: { code: 'waiting' } });
  });

  it('[C1] [C2] from 95 % replaces each staged span with a summary as a user message', () => {
    const { context } = changed(full, 162_000);
    const { outcome, asks } = run(context, 171_000);
    expect(asks.map(({ type, maxTokens }) => [type, maxTokens])).toEqual([
      ['summary', 2_000],
      ['summary', 2_000],
    ]);
    expect(asks[0]?.context.messages.map(({ message }) => message.id)).toEqual([
      'made-7-start',
      'm1',
      'm2',
      'm3',
      'm4',
    ]);
    if (outcome.type !== 'changed') throw new Error(`the outcome is ${outcome.type}`);
    expect(contextAsText(outcome.context).slice(0, 4)).toEqual([
      'prompt (1000)',
      'summary (1000)',
      'summary (1000)',
      'call #4 (5)',
    ]);
    expect(outcome.context.messages.slice(3)).toEqual(full.messages.slice(9));
    expect(log(outcome.context)).toEqual(['m1–m4 committed', 'm5–m8 committed']);
    expect(outcome.freedTokens).toBe(tokensOf(full.messages) - tokensOf(outcome.context.messages));
    expect(outcome.summaryTokens).toBe(2_000);
  });

  it('[C1] requests the summary of a span with its own instruction, and keeps the text in its tags', () => {
    const said: Reply = { type: 'text', text: '<summary>Found a.ts</summary>', tokens: 1_000 };
    const { outcome, asks } = run(full, 171_000, { summaryPrompt: { text: 'Be short.' } }, [said, said, said]);
    expect(new Set(asks.map(({ instruction }) => instruction))).toEqual(new Set([spanInstruction]));
    const messages = outcome.type === 'changed' ? outcome.context.messages : [];
    expect(messages[1]?.message.parts).toEqual([{ kind: 'text', text: 'Found a.ts' }]);
  });

  it('[C2] does both if 95 % is reached in one step', () => {
    expect(log(changed(full, 175_000).context)).toEqual(['m1–m4 committed', 'm5–m8 committed', 'm9–m12 committed']);
  });

  it('[C2] commits everything staged after a request that was too long, without staging more', () => {
    const { context } = changed(full, 162_000);
    const after = changed(context, 100_000, { trigger: 'reactive' });
    expect(log(after.context)).toEqual(['m1–m4 committed', 'm5–m8 committed']);
    expect(after.reason.code).toBe('recovered');
    expect(run(full, 199_000, { trigger: 'reactive' }).outcome).toMatchObject({ reason: { code: 'none-staged' } });
  });

  it('[C2] leaves the latest five rounds, the task and summaries alone', () => {
    const { messages, memory } = rounds(13);
    const seven = changed({ messages: messages.slice(0, 15), memory }, 175_000);
    expect(log(seven.context)).toEqual(['m1–m4 committed']);
    expect(run(seven.context, 175_000).outcome).toMatchObject({ type: 'unchanged', reason: { code: 'none-left' } });
    const next = { ...seven.context, messages: [...seven.context.messages, ...messages.slice(15)] };
    expect(log(changed(next, 175_000).context).slice(0, 2)).toEqual(['m1–m4 committed', 'm5–m8 committed']);
  });

  it('[L3] skips rounds with pinned messages, and unstages spans pinned since', () => {
    const pinned = new Set([idOf('m4')]);
    expect(log(changed(full, 162_000, { pinned }).context)).toEqual(['m5–m8 staged', 'm9–m12 staged']);
    const { context } = changed(full, 162_000);
    expect(log(changed(context, 171_000, { pinned }).context)).toEqual(['m5–m8 committed']);
  });

  it('ignores a staged span if part of it has left the context', () => {
    const { context } = changed(full, 162_000);
    const rest = { ...context, messages: context.messages.filter(({ message }) => message.id !== 'm4') };
    expect(log(changed(rest, 171_000).context)).toEqual(['m5–m8 committed']);
  });

  it('unstages a span if too little is left to be worth a summary', () => {
    const { context } = changed(full, 162_000);
    const shrunk = context.messages.map((each) => {
      const isOfFirst = ['m1', 'm2', 'm3', 'm4'].includes(each.message.id);
      return isOfFirst ? wholeMessage(each.message, each.recordedAt, () => 500) : each;
    });
    expect(log(changed({ ...context, messages: shrunk }, 171_000).context)).toEqual(['m5–m8 committed']);
  });

  it('[C1] an unfolded span can be collapsed again, beside the summary of the next one', () => {
    const { context } = changed(full, 171_000);
    const [first] = context.memory.collapses;
    const undone = first && undoCollapse(context, first, full.messages);
    expect(undone && log(changed(undone, 171_000).context)).toEqual([
      'm5–m8 committed',
      'm1–m4 committed',
      'm9–m12 committed',
    ]);
  });

  it.each<[string, Reply]>([
    ['no-summary', { type: 'text', text: '', tokens: 0 }],
    ['inflated', { type: 'text', text: 'longer than the span', tokens: 50_000 }],
    ['api-error', { type: 'error', what: 'overloaded' }],
    ['aborted', { type: 'aborted' }],
    ['too-long', { type: 'too-long' }],
  ])('fails as %s, and keeps what was committed before', (kind, reply) => {
    const { outcome } = run(full, 175_000, {}, [reply]);
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind } });
    if (outcome.type !== 'failed') return;
    expect(reasonText(outcome.failure.reason, collapse.reasons)).not.toContain('{');
    const { context } = changed(full, 175_000, {}, [summary, reply]);
    expect(log(context)).toEqual(['m1–m4 committed', 'm5–m8 staged', 'm9–m12 staged']);
  });

  it('[C1] unfolding puts the span back in its place', () => {
    const { context } = changed(full, 175_000);
    const [, second, third] = context.memory.collapses;
    const undone = second && undoCollapse(context, second, full.messages);
    expect(undone && log(undone)).toEqual(['m1–m4 committed', 'm9–m12 committed']);
    expect(undone?.messages.slice(2, 6)).toEqual(full.messages.slice(5, 9));
    expect(second && undone && undoCollapse(undone, second, full.messages)).toBeUndefined();
    expect(third && undoCollapse(context, third, full.messages.slice(0, 10))).toBeUndefined();
  });

  it('reports from the stats that there is nothing to do', () => {
    const idle = (context: Context, used: number) =>
      collapse.idle(contextStatsOf(context), defaults, environment({ used }))?.code;
    const { context } = changed(full, 162_000);
    expect([idle(full, 161_999), idle(full, 162_000), idle(context, 170_999), idle(context, 171_000)]).toEqual([
      'below',
      undefined,
      'waiting',
      undefined,
    ]);
  });
});

it('[C1] [L1] [L3] [L4] [L5] [L6] [L7] [L8] hold on any recording, pins and settings', () => {
  let collapsed = 0;
  const settings: fc.Arbitrary<CollapseSettings> = fc.record({
    stageShare: fc.constant(0.9),
    commitShare: fc.double({ min: 0.85, max: 1, noNaN: true }),
    targetShare: fc.double({ min: 0, max: 1, noNaN: true }),
    spanShare: fc.double({ min: 0, max: 0.2, noNaN: true }),
    protectedRounds: fc.integer({ min: 1, max: 3 }),
    summaryTokens: fc.integer({ min: 100, max: 900 }),
  });
  const pins = fc.array(fc.nat(99), { maxLength: 2 });
  const share = fc.double({ min: 0.88, max: 1.2, noNaN: true });
  fc.assert(
    fc.property(arbitraryRecording, settings, pins, share, ({ messages }, given, places, usedShare) => {
      const all = recordedContext(messages, roughPart);
      const context: Context = { messages: all, memory: emptyMemory };
      const before = tokensOf(all);
      const env = {
        used: before,
        effective: before / usedShare,
        pinned: new Set(places.flatMap((place) => all[place]?.message.id ?? [])),
      };
      const replies: Reply[] = Array(99).fill({ type: 'text', text: 'short', tokens: 90 });
      const work = (from: Context, used: number) =>
        driven(collapse.run(from, given, environment({ ...env, used })), replies).outcome;
      const frozen = JSON.stringify(context);
      const outcome = work(context, before);
      expect(work(context, before)).toEqual(outcome);
      expect(JSON.stringify(context)).toBe(frozen);
      if (outcome.type !== 'changed') return;
      const result = outcome.context.messages;
      const after = tokensOf(result);
      expect(before - outcome.changes.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(after);
      expect(outcome.freedTokens ?? 0).toBe(before - after);
      expect(after).toBeLessThanOrEqual(before);
      if (outcome.changes.length > 0) collapsed += 1;

      const stayed = new Set(result);
      const gone = all.filter((each) => !stayed.has(each));
      expect(result.filter(({ origin }) => origin === 'recorded')).toEqual(all.filter((each) => stayed.has(each)));
      expect(gone.some(({ message }) => env.pinned.has(message.id))).toBe(false);
      expect(namesOf(outcome.changes.flatMap(({ fate, parts }) => (fate === 'collapsed' ? parts : [])))).toEqual(
        namesOf(gone.flatMap(({ message, parts }) => parts.map((_, part) => ({ message: message.id, part })))),
      );
      expectTogether(all, stayed);
      expect(work(outcome.context, after).type).toBe('unchanged');

      const undone = outcome.context.memory.collapses
        .filter(({ state }) => state === 'committed')
        .reduce<Context | undefined>((from, each) => from && undoCollapse(from, each, all), outcome.context);
      expect(undone?.messages).toEqual(all);
    }),
    { numRuns: 300 },
  );
  expect(collapsed).toBeGreaterThan(25);
});

/** What cannot stand alone was taken or left together. */
function expectTogether(all: readonly ContextMessage[], stayed: ReadonlySet<ContextMessage>): void {
  const left = new Set(all.filter((each) => !stayed.has(each)).flatMap(tiesOf));
  const kept = all.filter((each) => stayed.has(each)).flatMap(tiesOf);
  expect(kept.filter((tie) => left.has(tie))).toEqual([]);
}

function namesOf(refs: readonly { readonly message: MessageId; readonly part: number }[]): string[] {
  return refs.map(({ message, part }) => `${message}.${part}`).sort();
}
