import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import type { MessageId, Part, ToolCallId, Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { type Context, type ContextMessage, tokensOf } from '../shape/context';
import {
  contextAsText,
  contextFromText,
  contextStatsOf,
  driven,
  environment,
  expectOutcome,
} from '../shape/context-text.test-support';
import type { Env, Outcome } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { emptyMemory } from '../shape/memory';
import { reasonText } from '../shape/reason';
import { checkSettings, defaultsOf } from '../shape/setting';
import { textOfResult } from '../shape/stored-result';
import { type ResultBudgetSettings, resultBudget } from './result-budget';

type Given = Partial<ResultBudgetSettings>;

function outcomeOf(context: Context, given: Given = {}, env: Partial<Env> = {}): Outcome {
  const settings = { ...defaultsOf(resultBudget.settings), ...given };
  const transcript = transcriptFromText('', { sessionId: 's1' });
  return driven(resultBudget.run(context, settings, environment({ transcript, ...env })), []).outcome;
}

function changed(...given: Parameters<typeof outcomeOf>) {
  const outcome = expectOutcome(outcomeOf(...given), 'changed');
  return { ...outcome, text: contextAsText(outcome.context), why: reasonText(outcome.reason, resultBudget.reasons) };
}

type Result = readonly [tool: string, characters: number];

/** One response with a call for each result, and the results, of so many characters. */
function round(...results: readonly Result[]): string {
  const calls = results.map(([tool], place) => `call #${place} ${tool} x`);
  const answers = results.map(([, characters], place) => `result #${place} "${'x'.repeat(characters)}"`);
  return [...calls, '---', ...answers].join('\n');
}

function entered(...results: readonly Result[]): Context {
  return contextFromText(`user "Go on"\n${round(...results)}`);
}

function isStored(context: Context): boolean[] {
  return context.messages
    .flatMap(({ parts }) => parts)
    .filter(({ part }) => part.kind === 'tool-result')
    .map(({ state }) => state === 'stored');
}

function resultTexts(messages: readonly ContextMessage[]): string[] {
  return messages.flatMap(({ message }) =>
    message.parts.flatMap((part) => (part.kind === 'tool-result' ? textOfResult(part) : [])),
  );
}

const id = (name: string) => name as ToolCallId;

describe('the tool-result budget', () => {
  it('[B1] stores a result longer than the limit of its tool', () => {
    const at = (tool: string, characters: number) => isStored(changed(entered([tool, characters])).context)[0];
    expect([at('Task', 50_000), at('Task', 50_001)]).toEqual([false, true]);
    expect([at('Bash', 30_000), at('Bash', 30_001)]).toEqual([false, true]);
    expect([at('exec_command', 30_000), at('exec_command', 30_001)]).toEqual([false, true]);
    expect([at('mcp__box__bash', 50_000), at('mcp__box__bash', 50_001)]).toEqual([false, true]);
    expect([at('Read', 100_000), at('read_file', 100_000)]).toEqual([false, false]);
  });

  it('[B1] prefers limits by tool name to limits by kind', () => {
    const limitsByTool = { shell: 10_000, Bash: 'never', mcp__db__query: 500 } as const;
    const results = changed(entered(['Bash', 20_000], ['shell', 20_000], ['mcp__db__query', 2_600]), { limitsByTool });
    expect(isStored(results.context)).toEqual([false, true, true]);
    expect(isStored(changed(entered(['constructor', 60_000])).context)).toEqual([true]);
  });

  it('[B1] leaves a stub with its path, its length and its beginning', () => {
    const { context, text, changes, why } = changed(entered(['Bash', 40_000]));
    const [stub = ''] = resultTexts(context.messages);
    expect(stub.split('\n')).toEqual([
      '<stored-result path="tool-results/s1/%00230.txt" characters="40000">',
      'The whole result is in tool-results/s1/%00230.txt. It begins with:',
      'x'.repeat(2_000),
      '</stored-result>',
    ]);
    const tokens = Math.ceil(stub.length / 4);
    expect(text).toEqual(['prompt (2)', 'call #0 (5)', `result #0 stored (${tokens})`]);
    expect(changes).toEqual([{ fate: 'stored-out', parts: [{ message: 'm2', part: 0 }], tokens: 10_000 - tokens }]);
    expect(why).toBe(
      `results stored for exceeding their limits: 1, ${(10_000 - tokens).toLocaleString('en-US')} tokens removed`,
    );
  });

  it('[B1] keeps the id, the name and the error flag', () => {
    const context = contextFromText(`call #1 Bash x\n---\nresult #1 error "${'x'.repeat(40_000)}"`);
    const part = changed(context).context.messages[1]?.message.parts[0];
    expect(part).toMatchObject({ kind: 'tool-result', callId: '#1', toolName: 'Bash', isError: true });
  });

  it('[B2] stores the largest results of a response until the rest is within 200,000 characters', () => {
    const { context, why } = changed(
      entered(['Task', 48_000], ['Task', 50_000], ['Task', 49_000], ['Task', 47_000], ['Task', 46_000]),
    );
    expect(isStored(context)).toEqual([false, true, false, false, false]);
    expect(why).toMatch(/^largest results stored: 1, .* now have 192,\d{3} of 200,000 characters$/);
    const exactly = entered(['Task', 50_000], ['Task', 50_000], ['Task', 50_000], ['Task', 50_000]);
    expect(isStored(changed(exactly).context)).toEqual([false, false, false, false]);
    const more = entered(...Array.from({ length: 6 }, (_, place) => ['Task', 45_000 + place] as const));
    expect(isStored(changed(more).context)).toEqual([false, false, false, false, true, true]);
  });

  it('[B2] applies to one response; results of the previous one do not count', () => {
    const first = changed(entered(['Task', 50_000], ['Task', 50_000], ['Task', 50_000]));
    const second = contextFromText(
      `user "Go on"\n${round(['a', 1], ['a', 1], ['a', 1])}\n${round(['Task', 50_000], ['Task', 50_000]).replaceAll('#', '#b')}`,
    );
    const context = {
      messages: [...first.context.messages, ...second.messages.slice(3)],
      memory: first.context.memory,
    };
    expect(changed(context).changes).toEqual([]);
  });

  it('[B2] accepts the excess when only frozen results are left', () => {
    const frozen = changed(entered(['Task', 49_000], ['Task', 49_000], ['Task', 49_000], ['Task', 49_000]));
    const late = contextFromText(`result #9 "${'x'.repeat(10_000)}"`);
    const context = { messages: [...frozen.context.messages, ...late.messages], memory: frozen.context.memory };
    // The frozen ones hold 196,000; of the one that entered only its stub fits.
    expect(isStored(changed(context).context)).toEqual([false, false, false, false, true]);
    const tiny = {
      ...context,
      messages: [...frozen.context.messages, ...contextFromText(`result #9 "${'x'.repeat(6_000)}"`).messages],
    };
    expect(changed(tiny, { responseCharacters: 190_000, limit: 100_000 }).text.at(-1)).toMatch(/stored/);
    const reads = changed(entered(['Read', 150_000], ['Read', 150_000]));
    expect(reads.changes).toEqual([]);
    expect(reads.why).toBe(
      '300,000 characters in the results of one response > 200,000, but no other result can be stored',
    );
  });

  it('[B3] freezes what was sent whole, and keeps what was stored', () => {
    const { context } = changed(entered(['Task', 40_000], ['Bash', 40_000]));
    expect([...context.memory.resultDecisions]).toEqual([
      ['m2.0', 'whole'],
      ['m2.1', 'stored'],
    ]);
    expect(outcomeOf(context, { limit: 1_000 })).toMatchObject({ type: 'unchanged', reason: { code: 'decided' } });
  });

  it('[B3] freezes what was sent before the layer was turned on', () => {
    const older = contextFromText(`${round(['Bash', 40_000])}\nassistant "Well"\nuser "Go on"`);
    expect(outcomeOf(older).type).toBe('unchanged');
  });

  it('[B3] repeats the byte-identical stub for a result that is whole again', () => {
    const whole = entered(['Bash', 40_000]);
    const first = changed(whole);
    const again = changed({ messages: whole.messages, memory: first.context.memory });
    expect(again.context.messages).toEqual(first.context.messages);
    expect(again.why).toMatch(/^results stored again, as decided before: 1,/);
    // Also where the conversation has gone on since, and decisions come from a file.
    const memory = { ...emptyMemory, resultDecisions: new Map([...first.context.memory.resultDecisions]) };
    const later = contextFromText(`user "a"\n${round(['a', 1])}\n${round(['Task', 10]).replaceAll('#', '#b')}`);
    const resumed = changed({ messages: [...whole.messages, ...later.messages.slice(3)], memory });
    expect(resumed.context.messages.slice(0, 3)).toEqual(first.context.messages);
  });

  it('[B1] decides separately about a second result under a reused id', () => {
    const sizes = [5, 60_000, 3_000];
    const { messages } = contextFromText(
      sizes.map((size) => `user "Go on"\ncall #1 Bash x\n---\nresult #1 "${'x'.repeat(size)}"`).join('\n'),
    );
    let context: Context = { messages: [], memory: emptyMemory };
    for (let turn = 0; turn < sizes.length; turn++) {
      context = { ...context, messages: [...context.messages, ...messages.slice(3 * turn, 3 * turn + 3)] };
      context = changed(context).context;
    }
    // Nor is a later one stored for what was decided about an earlier one.
    expect(isStored(context)).toEqual([false, true, false]);
  });

  it('[B4] replaces an empty result with a short note', () => {
    const empty = contextFromText('call #1 Bash x\ncall #2 Task x\n---\nresult #1\nresult #2 "\\n "');
    const { context, changes, why } = changed(empty);
    expect(resultTexts(context.messages)).toEqual(['[Bash gave no output]', '[Task gave no output]']);
    expect(changes).toEqual([
      {
        fate: 'injected',
        parts: [
          { message: 'm1', part: 0 },
          { message: 'm1', part: 1 },
        ],
        tokens: -11,
      },
    ]);
    expect(why).toBe('notes added to empty results: 2, 11 tokens added');
    expect(outcomeOf(context).type).toBe('unchanged');
    expect(changed(empty, { notesEmpty: false }).changes).toEqual([]);
  });

  it('[B4] never stores an image, nor treats it as an empty result', () => {
    const images = contextFromText(
      `call #1 Bash x\ncall #2 Bash x\n---\nresult #1 "${'x'.repeat(40_000)}"\nimage 640x480\nresult #2\nimage 640x480`,
    );
    expect(changed(images).changes).toEqual([]);
  });

  it('[B6] counts the limit in tokens and shows 2,000 characters', () => {
    const teaching = { limit: 40_000, limitsByTool: {}, countsTokens: true, previewsCharacters: true };
    const at = (tokens: number) =>
      changed(contextFromText(`call #1 Read x\n---\nresult #1 ${tokens} tokens`), teaching);
    expect([isStored(at(40_000).context), isStored(at(40_001).context)]).toEqual([[false], [true]]);
    const [stub = ''] = resultTexts(at(40_001).context.messages);
    expect(stub.split('\n')[2]).toHaveLength(2_000);
  });

  it('[B6] counts 30,000 characters for every tool', () => {
    const tutorial = { limit: 30_000, limitsByTool: {} };
    const { context } = changed(entered(['Read', 30_000], ['Read', 30_001], ['Task', 30_001]), tutorial);
    expect(isStored(context)).toEqual([false, true, true]);
  });

  it('[L3] skips pinned messages and exempt tools', () => {
    const context = entered(['Bash', 40_000]);
    const pinned = new Set(['m2' as MessageId]);
    expect(changed(context, {}, { pinned }).changes).toEqual([]);
    expect(changed(context, {}, { exemptTools: new Set(['Bash']) }).changes).toEqual([]);
  });

  it('[L6] stores nothing that would not get smaller', () => {
    expect(changed(entered(['Bash', 1_500]), { limitsByTool: { shell: 100 } }).changes).toEqual([]);
  });

  it('reports from the stats that nothing has entered', () => {
    const stats = contextStatsOf({ messages: [], memory: emptyMemory });
    const settings = defaultsOf(resultBudget.settings);
    expect(resultBudget.idle({ ...stats, freshResults: 0 }, settings, environment())?.code).toBe('no-results');
    expect(resultBudget.idle({ ...stats, freshResults: 1 }, settings, environment())).toBeUndefined();
  });

  it('rejects an invalid table of limits', () => {
    const problem = (limitsByTool: unknown) => {
      const checked = checkSettings(resultBudget.settings, { limitsByTool });
      return checked.ok ? '' : checked.error;
    };
    expect(problem({ Bash: 200, Read: 'never' })).toBe('');
    expect(problem({ Bash: 'always' })).toMatch(
      /^"limitsByTool" for "Bash" is "always", but must be a number from 100 to/,
    );
    expect(problem({ Bash: 5 })).toMatch(/must be from 100 to 10000000 characters or tokens, or "never"$/);
    expect(problem([1])).toMatch(/must be a table/);
    expect(problem(null)).toMatch(/must be a table/);
  });
});

describe('the laws of the tool-result budget, over whole recordings', () => {
  const cases = fc.record({
    transcript: fc.oneof({ weight: 3, arbitrary: arbitraryRecording }, { weight: 1, arbitrary: arbitraryTranscript }),
    settings: fc.record({
      limit: fc.integer({ min: 100, max: 4_000 }),
      limitsByTool: fc.constantFrom<ResultBudgetSettings['limitsByTool']>({}, { read: 'never' }, { shell: 200 }),
      countsTokens: fc.boolean(),
      responseCharacters: fc.integer({ min: 1_000, max: 20_000 }),
      previewLength: fc.nat(3_000),
      previewsCharacters: fc.boolean(),
      notesEmpty: fc.boolean(),
    }),
    pinned: fc.array(fc.nat(30), { maxLength: 2 }),
  });
  type Case = typeof cases extends fc.Arbitrary<infer Each> ? Each : never;
  interface Run {
    readonly before: Context;
    readonly after: Context;
    readonly outcome: Outcome;
    readonly again: Outcome;
  }

  /** As a replay does it: with each response the messages up to the next one come in. */
  function runsOf({ transcript, settings, pinned }: Case): Run[] {
    const env = environment({ transcript, pinned: new Set(pinned.map((place) => `m${place}` as MessageId)) });
    const run = (context: Context) => driven(resultBudget.run(context, settings, env), []).outcome;
    const runs: Run[] = [];
    let context: Context = { messages: [], memory: emptyMemory };
    transcript.messages.forEach((message, place) => {
      context = { ...context, messages: [...context.messages, ...recordedContext([message], roughPart)] };
      const next = transcript.messages[place + 1];
      if (next !== undefined && next.kind !== 'reply') return;
      const outcome = run(context);
      const after = outcome.type === 'changed' ? outcome.context : context;
      runs.push({ before: context, after, outcome, again: run(after) });
      context = after;
    });
    return runs;
  }

  const law = (name: string, check: (run: Run, tried: Case) => void) => {
    it(name, () => {
      fc.assert(
        fc.property(cases, (tried) => {
          for (const run of runsOf(tried)) check(run, tried);
        }),
        { numRuns: 300 },
      );
    });
  };

  it('apply to something', () => {
    const stored = fc
      .sample(cases, { numRuns: 300, seed: 1 })
      .filter((tried) => runsOf(tried).some(({ after }) => isStored(after).includes(true)));
    expect(stored.length).toBeGreaterThan(60);
  });

  law('[L1] [L3] calls, results and messages keep their places, and pinned ones stay', (run, tried) => {
    expect(outlineOf(run.after)).toEqual(outlineOf(run.before));
    run.after.messages.forEach((message, place) => {
      if (tried.pinned.includes(place)) expect(message).toBe(run.before.messages[place]);
    });
  });

  law('[L4] is repeatable, and modifies nothing', ({ before, after }, tried) => {
    const text = JSON.stringify(before);
    const pinned = new Set(tried.pinned.map((place) => `m${place}` as MessageId));
    const env = environment({ transcript: tried.transcript, pinned });
    const { outcome } = driven(resultBudget.run(before, tried.settings, env), []);
    expect(outcome.type === 'changed' ? outcome.context.messages : before.messages).toEqual(after.messages);
    expect(JSON.stringify(before)).toBe(text);
  });

  law('[L5] [L6] tokens add up, and only grow by the notes for empty results', ({ before, after, outcome }) => {
    if (outcome.type !== 'changed') return;
    const moved = outcome.changes.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(tokensOf(before.messages) - moved).toBe(tokensOf(after.messages));
    for (const { fate, tokens } of outcome.changes) {
      if (fate === 'stored-out') expect(tokens).toBeGreaterThan(0);
    }
    expect(reasonText(outcome.reason, resultBudget.reasons)).not.toContain('{');
  });

  law(
    '[L7] every changed part is named once, and is in the transcript',
    ({ before, after, outcome }, { transcript }) => {
      const named = outcome.type === 'changed' ? outcome.changes.flatMap(({ parts }) => parts) : [];
      const different = after.messages.flatMap(({ message, parts }, place) =>
        parts.flatMap((part, index) =>
          part === before.messages[place]?.parts[index] ? [] : [`${message.id}.${index}`],
        ),
      );
      expect(named.map(({ message, part }) => `${message}.${part}`).sort()).toEqual(different.sort());
      for (const { message, part } of named) expect(partAt(transcript, message, part)).toBeDefined();
    },
  );

  law('[L8] changes nothing when run again immediately', ({ again }) => {
    expect(again.type).toBe('unchanged');
  });

  it('[B3] what was sent stays as sent, and decisions are final', () => {
    fc.assert(
      fc.property(cases, (tried) => {
        const runs = runsOf(tried);
        runs.forEach(({ after }, place) => {
          const later = runs.at(-1)?.after ?? after;
          const sent = resultTexts(after.messages);
          expect(resultTexts(later.messages).slice(0, sent.length)).toEqual(sent);
          for (const [call, decision] of after.memory.resultDecisions) {
            expect(later.memory.resultDecisions.get(call), `${place} ${call}`).toBe(decision);
          }
        });
      }),
      { numRuns: 300 },
    );
  });
});

it('[B3] costs the same at every call, however long the session is', () => {
  let memory = emptyMemory;
  const [call, result] = contextFromText('call #1 Bash x\n---\nresult #1 "short"').messages;
  if (call === undefined || result === undefined) throw new Error('no round');
  const messages: ContextMessage[] = [];
  let looked = 0;
  for (let place = 0; place < 2_000; place++) {
    const parts = result.parts.map((held) => ({ ...held, part: { ...held.part, callId: id(`#${place}`) } as Part }));
    const watched = {
      ...result,
      message: { ...result.message, id: `result-${place}` as MessageId },
      get parts() {
        looked += 1;
        return parts;
      },
    };
    messages.push(call, watched);
    const outcome = outcomeOf({ messages, memory });
    if (outcome.type === 'changed') memory = outcome.context.memory;
  }
  expect(memory.resultDecisions.size).toBe(2_000);
  expect(looked).toBeLessThan(2_000 * 5);
});

function outlineOf({ messages }: Context): string[] {
  return messages.flatMap(({ message, parts }) =>
    parts.map(({ part }) => {
      if (part.kind !== 'tool-result') return `${message.id} ${part.kind}`;
      return `${message.id} result ${part.callId} ${part.toolName} ${part.isError}`;
    }),
  );
}

function partAt({ messages }: Transcript, message: MessageId, part: number): Part | undefined {
  return messages.find((each) => each.id === message)?.parts[part];
}
