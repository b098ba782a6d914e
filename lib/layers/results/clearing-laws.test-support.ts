import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import type { Message, Part, Transcript } from '../../transcript/transcript';
import { type Context, type ContextMessage, type ContextPart, tokensOf } from '../shape/context';
import { contextStatsOf, driven, environment } from '../shape/context-text.test-support';
import type { Env, Layer, Outcome } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { emptyMemory } from '../shape/memory';
import { reasonText } from '../shape/reason';

const RUNS = 200;
const TOOLS = ['Read', 'Bash', 'mcp__files__read', 'Task', 'grep', 'web_fetch', 'Write', 'Edit'];
const WRITING: ReadonlySet<string> = new Set(['Write', 'Edit']);

interface Case<Settings> {
  readonly context: Context;
  readonly settings: Settings;
  readonly env: Env;
}

interface Clearing<Settings> {
  readonly layer: Layer<Settings>;
  /** Small enough limits that something happens in small contexts. */
  readonly settings: fc.Arbitrary<Settings>;
  readonly mayTake: (part: Part, settings: Settings) => boolean;
}

/** The laws [L1]–[L8], as far as they apply to a layer that removes content and keeps all messages. */
export function describeClearingLaws<Settings>({ layer, settings, mayTake }: Clearing<Settings>): void {
  const cases: fc.Arbitrary<Case<Settings>> = fc
    .record({
      transcript: fc.oneof(arbitraryRecording, arbitraryTranscript).map(withTools),
      settings,
      used: fc.nat(300_000),
      pauseMinutes: fc.integer({ min: 50, max: 100 }),
      pinned: fc.array(fc.nat(99), { maxLength: 3 }),
      exempt: fc.subarray(TOOLS, { maxLength: 2 }),
    })
    .map(({ transcript, settings: given, used, pauseMinutes, pinned, exempt }) => ({
      context: contextOf(transcript),
      settings: given,
      env: environment({
        transcript,
        used,
        lastAssistantMs: 0,
        nowMs: pauseMinutes * 60_000,
        pinned: new Set(pinned.flatMap((place) => transcript.messages[place]?.id ?? [])),
        exemptTools: new Set(exempt),
      }),
    }));
  const run = ({ context, settings: given, env }: Case<Settings>): Outcome =>
    driven(layer.run(context, given, env), []).outcome;
  const resultOf = (tried: Case<Settings>): Context => {
    const outcome = run(tried);
    return outcome.type === 'changed' ? outcome.context : tried.context;
  };
  const law = (name: string, check: (tried: Case<Settings>) => void) => {
    it(name, () => fc.assert(fc.property(cases, check), { numRuns: RUNS }));
  };

  describe(`the laws of ${layer.title}`, () => {
    it('apply to something', () => {
      const outcomes = fc.sample(cases, { numRuns: RUNS, seed: 1 }).map(run);
      expect(outcomes.filter(({ type }) => type === 'changed').length).toBeGreaterThan(RUNS / 10);
      expect(outcomes.filter(({ type }) => type === 'unchanged').length).toBeGreaterThan(RUNS / 10);
    });

    law('[L1] calls and results keep their places', (tried) => {
      expect(idsOf(resultOf(tried))).toEqual(idsOf(tried.context));
    });

    law('[L3] keeps order and pinned messages, and only clears what may be cleared', (tried) => {
      const messages = resultOf(tried).messages;
      expect(messages.map(({ message }) => message.id)).toEqual(
        tried.context.messages.map(({ message }) => message.id),
      );
      messages.forEach((message, place) => {
        const before = tried.context.messages[place];
        if (before === undefined || message === before) return;
        expect(tried.env.pinned).not.toContain(message.message.id);
        before.parts.forEach((part, index) => {
          if (message.parts[index] === part) return;
          expect(mayTake(part.part, tried.settings)).toBe(true);
          expect(tried.env.exemptTools).not.toContain(toolNameOf(part.part));
          expect(message.parts[index]?.state).toBe('cleared');
        });
      });
    });

    law('[L4] is repeatable, and modifies nothing', (tried) => {
      const before = JSON.stringify(tried.context);
      expect(run(tried)).toEqual(run(tried));
      expect(JSON.stringify(tried.context)).toBe(before);
    });

    law('[L5] tokens add up: in total, in each message and with the reported ones', (tried) => {
      const outcome = run(tried);
      const { messages } = resultOf(tried);
      const moved = outcome.type === 'changed' ? outcome.changes.reduce((sum, { tokens }) => sum + tokens, 0) : 0;
      expect(tokensOf(tried.context.messages) - moved).toBe(tokensOf(messages));
      for (const { parts, tokens } of messages) expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
      for (const { part, tokens, state } of messages.flatMap(({ parts }) => parts)) {
        if (state === 'cleared') expect(tokens).toBe(roughPart(part));
      }
    });

    law('[L6] changed parts are smaller', (tried) => {
      const outcome = run(tried);
      if (outcome.type !== 'changed') return;
      expect(tokensOf(outcome.context.messages)).toBeLessThanOrEqual(tokensOf(tried.context.messages));
      expect(reasonText(outcome.reason, layer.reasons)).not.toContain('{');
    });

    law('[L7] the changes name every part that lost its content once, by its place in the transcript', (tried) => {
      const outcome = run(tried);
      const named = outcome.type === 'changed' ? outcome.changes.flatMap(({ parts }) => parts) : [];
      const taken = resultOf(tried).messages.flatMap(({ message, parts }) =>
        parts.flatMap(({ state }, part) => (state === 'whole' ? [] : [`${message.id}.${part}`])),
      );
      expect(named.map(({ message, part }) => `${message}.${part}`).sort()).toEqual(taken.sort());
      for (const { message, part } of named) {
        expect(tried.env.transcript.messages.find(({ id }) => id === message)?.parts[part]).toBeDefined();
      }
    });

    law('[L8] changes nothing when run again immediately', (tried) => {
      expect(run({ ...tried, context: resultOf(tried) }).type).toBe('unchanged');
    });

    law('reports from the stats that there is nothing to do only if that is true', (tried) => {
      const reason = layer.idle(contextStatsOf(tried.context), tried.settings, tried.env);
      const outcome = run(tried);
      if (reason === undefined) return;
      expect(outcome.type).toBe('unchanged');
      expect(reasonText(reason, layer.reasons)).not.toContain('{');
    });
  });
}

export function contextOf(transcript: Transcript): Context {
  return {
    messages: recordedContext(transcript.messages, roughPart),
    memory: emptyMemory,
  };
}

function partsOf(messages: readonly ContextMessage[]): ContextPart[] {
  return messages.flatMap(({ parts }) => parts);
}

function idsOf({ messages }: Context): string[] {
  return partsOf(messages).flatMap(({ part }) => {
    if (part.kind === 'tool-call') return [`call ${part.id} ${part.name}`];
    return part.kind === 'tool-result' ? [`result ${part.callId} ${part.toolName} ${part.isError}`] : [];
  });
}

function toolNameOf(part: Part): string | undefined {
  if (part.kind === 'tool-call') return part.name;
  return part.kind === 'tool-result' ? part.toolName : undefined;
}

/** The generated recordings know two tools; their calls are distributed over more by id. Those that write have more to write. */
function withTools(transcript: Transcript): Transcript {
  const numberOf = (id: string) => Number(/\d+/.exec(id)?.[0] ?? 0);
  const toolOf = (id: string) => TOOLS[(numberOf(id) * 7) % (TOOLS.length + 3)] ?? 'Read';
  const renamed = (part: Part): Part => {
    if (part.kind === 'tool-call') {
      const name = toolOf(part.id);
      const input = WRITING.has(name)
        ? { path: part.id, content: 'some words '.repeat(20 - (numberOf(part.id) % 20)) }
        : part.input;
      return { ...part, name, input };
    }
    return part.kind === 'tool-result' ? { ...part, toolName: toolOf(part.callId) } : part;
  };
  return {
    ...transcript,
    messages: transcript.messages.map((message): Message => ({ ...message, parts: message.parts.map(renamed) })),
  };
}
