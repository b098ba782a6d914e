import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeClearingLaws } from '../results/clearing-laws.test-support';
import type { Context } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
} from '../shape/context-text.test-support';
import type { Env } from '../shape/layer';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { toolKind } from '../shape/tool-kind';
import { type ShortenArgumentsSettings, shortenArguments } from './shorten-arguments';

const LONG = 'x'.repeat(2_001);

/** One call for each, with its result. */
function calls(...made: readonly (readonly [tool: string, input: object])[]): Context {
  return contextFromText(
    made
      .map(([tool, input], i) => `call #${i + 1} ${tool} ${JSON.stringify(input)}\n---\nresult #${i + 1} "ok"`)
      .join('\n'),
  );
}

function run(context: Context, settings: Partial<ShortenArgumentsSettings> = {}, env: Partial<Env> = {}) {
  const all = { ...defaultsOf(shortenArguments.settings), keep: 0, ...settings };
  return driven(shortenArguments.run(context, all, environment(env)), []).outcome;
}

function inputsAfter(...given: Parameters<typeof run>): unknown[] {
  const outcome = run(...given);
  const { messages } = outcome.type === 'changed' ? outcome.context : given[0];
  return messages.flatMap(({ parts }) => parts.flatMap(({ part }) => (part.kind === 'tool-call' ? [part.input] : [])));
}

function reasonOf(...given: Parameters<typeof run>): string {
  const outcome = run(...given);
  if (outcome.type === 'failed') throw new Error('the layer failed');
  return `${outcome.type}: ${reasonText(outcome.reason, shortenArguments.reasons)}`;
}

describe('shortening arguments', () => {
  it('[M7] cuts arguments over 2,000 characters, and keeps the others and their beginning', () => {
    const context = calls(['write', { file_path: 'a.ts', content: `import { b } from 'b';\n${LONG}` }]);
    expect(inputsAfter(context)).toEqual([{ file_path: 'a.ts', content: "import { b } from 'b… [shortened]" }]);
    const outcome = run(context);
    expect(outcome.type === 'changed' && contextAsText(outcome.context)).toEqual(['call #1 (19)', 'result #1 (1)']);
    expect(inputsAfter(calls(['write', { content: 'x'.repeat(2_000) }]))).toEqual([{ content: 'x'.repeat(2_000) }]);
  });

  it('[M7] cuts inside lists, and text that is the whole input', () => {
    const edits = [
      { old_string: 'a', new_string: LONG },
      { old_string: LONG, new_string: 'b' },
    ];
    const short = `${'x'.repeat(20)}… [shortened]`;
    expect(inputsAfter(calls(['MultiEdit', { file_path: 'a.ts', edits }]))).toEqual([
      {
        file_path: 'a.ts',
        edits: [
          { old_string: 'a', new_string: short },
          { old_string: short, new_string: 'b' },
        ],
      },
    ]);
    const [reply, result] = calls(['apply_patch', {}]).messages;
    if (reply === undefined || result === undefined) throw new Error('no call');
    const [held] = reply.parts;
    if (held?.part.kind !== 'tool-call') throw new Error('no call');
    const patch = { ...reply, parts: [{ ...held, part: { ...held.part, input: LONG }, tokens: 501 }], tokens: 501 };
    const context = { ...calls(), messages: [patch, result] };
    expect(inputsAfter(context)).toEqual([short]);
  });

  it('[M7] keeps the latest messages', () => {
    const context = calls(['write', { content: LONG }], ['write', { content: LONG }]);
    expect(reasonOf(context, { keep: 2 })).toMatch(/^changed: shortened the arguments of 1 call, \d+ tokens$/);
    expect(inputsAfter(context, { keep: 2 })[1]).toEqual({ content: LONG });
    expect(reasonOf(context, { keep: 20 })).toBe(
      'unchanged: no argument of an old call is longer than 2,000 characters',
    );
  });

  it('[M7] waits until the context reaches a share of the effective window', () => {
    const context = calls(['write', { content: LONG }]);
    expect(reasonOf(context, {}, { effective: 180_000, used: 152_999 })).toBe(
      'unchanged: 152,999 tokens < 153,000, 85 % of the effective window',
    );
    expect(run(context, {}, { effective: 180_000, used: 153_000 }).type).toBe('changed');
    const idle = (used: number) =>
      shortenArguments.idle(
        contextStatsOf(context),
        defaultsOf(shortenArguments.settings),
        environment({ effective: 180_000, used }),
      );
    expect(idle(152_999)).toMatchObject({ rule: 'M7', code: 'below-trigger' });
    expect(idle(153_000)).toBeUndefined();
  });

  it('[M7] leaves other tools, exempt tools and pinned messages alone', () => {
    const context = calls(['bash', { command: LONG }], ['mcp__a__write_file', { content: LONG }]);
    expect(run(context).type).toBe('unchanged');
    expect(run(context, { onlyFileTools: false }).type).toBe('changed');
    const write = calls(['Write', { content: LONG }]);
    expect(run(write, {}, { exemptTools: new Set(['Write']) }).type).toBe('unchanged');
    const [first] = write.messages;
    if (first === undefined) throw new Error('no message');
    expect(run(write, {}, { pinned: new Set([first.message.id]) }).type).toBe('unchanged');
  });

  it('[M7] changes nothing for less than the minimum saving', () => {
    const context = calls(['write', { content: 'x'.repeat(4_000) }]);
    expect(reasonOf(context, { minSavingTokens: 5_000 })).toMatch(
      /^unchanged: shortening 1 call would save [\d,]+ tokens < 5,000$/,
    );
  });

  it('[T3] reports freed tokens only if the gate subtracts them', () => {
    const context = calls(['write', { content: LONG }]);
    expect(run(context)).not.toHaveProperty('freedTokens');
    expect(run(context, { gateSubtracts: true })).toHaveProperty('freedTokens', expect.any(Number));
  });
});

describeClearingLaws({
  layer: shortenArguments,
  settings: fc.record({
    triggerPercent: fc.constantFrom(0, 20),
    keep: fc.nat(3),
    longerThanCharacters: fc.constantFrom(0, 5, 40),
    keptCharacters: fc.constantFrom(0, 3, 20),
    minSavingTokens: fc.constantFrom(0, 10),
    onlyFileTools: fc.boolean(),
    gateSubtracts: fc.boolean(),
  }),
  mayTake: (part, { onlyFileTools }) =>
    part.kind === 'tool-call' && (!onlyFileTools || ['write', 'edit'].includes(toolKind(part.name))),
});
