import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughPart } from '../../tokens/rough';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import type { Message, Transcript } from '../../transcript/transcript';
import { type Provider, validateRequest } from '../../transcript/validate-request';
import { type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import { driven, environment } from '../shape/context-text.test-support';
import type { Ask, Env, Outcome, PartialSpan, Reply } from '../shape/layer';
import { recordedContext } from '../shape/made-message';
import { emptyMemory } from '../shape/memory';
import { reasonText } from '../shape/reason';
import { defaultsOf } from '../shape/setting';
import { type FullCompactSettings, fullCompact } from './full-compact';

const RUNS = 300;

interface Case {
  readonly context: Context;
  readonly settings: FullCompactSettings;
  readonly env: Env;
  readonly reply: Reply;
}

type Direction = PartialSpan['direction'] | 'whole' | 'keeping';

const pins = fc.array(fc.nat(99), { maxLength: 2 });

function casesOf(direction: Direction): fc.Arbitrary<Case> {
  return fc
    .record({
      // Two results without a call would be two of one turn, were both pinned: no request to begin with.
      given: fc.oneof(fc.tuple(arbitraryRecording, pins), fc.tuple(arbitraryTranscript, fc.constant<number[]>([]))),
      settings: fc.record({
        restores: fc.constantFrom('everything' as const, 'files' as const, 'names-of-files' as const),
        acknowledges: fc.boolean(),
        namesTranscript: fc.boolean(),
        restoredTokensPerFile: fc.nat(3_000),
        restoredSkillTokens: fc.nat(300),
        sharesCache: fc.boolean(),
        ...(direction === 'keeping'
          ? { keptRounds: fc.integer({ min: 0, max: 6 }), keptRoundTokens: fc.constantFrom(0, 200, 1_000, 5_000) }
          : {}),
      }),
      pivot: fc.nat(99),
      results: fc.array(fc.constantFrom('Formatted.', ' '), { maxLength: 2 }),
      tokens: fc.integer({ min: 1, max: 2_000 }),
    })
    .filter(({ given: [{ messages }] }) => messages.length > 0)
    .map(({ given: [recording, pinned], settings, pivot, results, tokens }) => {
      const transcript = withNotices(recording);
      const { messages } = transcript;
      const idAt = (place: number) => messages[place % messages.length]?.id;
      const id = idAt(pivot);
      return {
        context: {
          messages: recordedContext(messages, roughPart),
          memory: emptyMemory,
        },
        settings: { ...defaultsOf(fullCompact.settings), ...settings },
        env: environment({
          transcript,
          pinned: new Set(pinned.flatMap((place) => idAt(place) ?? [])),
          hooks: { results },
          ...(direction === 'whole' || direction === 'keeping' || id === undefined
            ? {}
            : { partial: { direction, pivot: id } }),
        }),
        reply: { type: 'text', text: 'What was done', tokens },
      };
    });
}

const INJECTED = ['## docs\nUse it.', 'ToolA\nToolB', 'Base directory for this skill: /x\n', 'Formatted.'];

/** So that there is something to put back. */
function withNotices(transcript: Transcript): Transcript {
  const messages = transcript.messages.map((message, place): Message => {
    const text = INJECTED[place % INJECTED.length] ?? '';
    return message.kind === 'injected'
      ? { ...message, parts: [{ kind: 'text', text: text.padEnd(40, 'x') }] }
      : message;
  });
  return { ...transcript, messages };
}

const run = ({ context, settings, env, reply }: Case) => driven(fullCompact.run(context, settings, env), [reply]);

function partIds(messages: readonly ContextMessage[]): string[] {
  return partRefs(messages).map(({ message, part }) => `${message}.${part}`);
}

function rulesBroken(messages: readonly ContextMessage[], provider: Provider): ReadonlySet<string> {
  const problems = validateRequest(
    messages.map(({ message }) => message),
    provider,
  );
  return new Set(problems.map(({ rule }) => rule));
}

describe.each<Direction>(['whole', 'from', 'up-to', 'keeping'])('[F8] [F11] compaction %s', (direction) => {
  const cases = casesOf(direction);
  const law = (name: string, check: (tried: Case, outcome: Outcome, asks: readonly Ask[]) => void) => {
    it(name, () => {
      const property = fc.property(cases, (tried) => {
        const { outcome, asks } = run(tried);
        check(tried, outcome, asks);
      });
      fc.assert(property, { numRuns: RUNS });
    });
  };
  const lawOfChange = (
    name: string,
    check: (tried: Case, changed: Extract<Outcome, { type: 'changed' }>, stays: readonly ContextMessage[]) => void,
  ) =>
    law(name, (tried, outcome) => {
      if (outcome.type !== 'changed') return;
      const there = new Set(outcome.context.messages);
      check(
        tried,
        outcome,
        tried.context.messages.filter((each) => there.has(each)),
      );
    });

  it('acts if there is something to do', () => {
    const outcomes = fc.sample(cases, { numRuns: RUNS, seed: 1 }).map((tried) => run(tried).outcome);
    expect(outcomes.filter(({ type }) => type === 'changed').length).toBeGreaterThan(RUNS / 5);
  });

  lawOfChange('[L1] [L2] keeps a valid request valid', ({ context }, changed) => {
    for (const provider of ['anthropic', 'openai'] as const) {
      const known = rulesBroken(context.messages, provider);
      // Which of two calls of one name a result answers is open: once one is gone, the other may have none.
      if (known.has('duplicate-call')) continue;
      expect([...rulesBroken(changed.context.messages, provider)].filter((rule) => !known.has(rule))).toEqual([]);
    }
  });

  law(
    '[F2] the messages to summarise start with the user, match what left, and show no media in a separate request',
    ({ context, settings }, outcome, asks) => {
      const [ask] = asks;
      if (ask === undefined || outcome.type !== 'changed') return;
      const asked = ask.context.messages.map(({ message }) => message);
      expect(asked[0]?.role).not.toBe('assistant');
      if (!settings.sharesCache) expect(JSON.stringify(asked)).not.toMatch(/"kind":"(image|document)"/);
      const stays = new Set(outcome.context.messages);
      const gone = context.messages.filter((each) => !stays.has(each)).map(({ message }) => message.id);
      expect(asked.map(({ id }) => id).filter((id) => !id.startsWith('made-'))).toEqual(
        gone.filter((id) => !id.startsWith('made-')),
      );
    },
  );

  lawOfChange('[L3] keeps order and pinned messages', ({ context, env }, changed, stays) => {
    const recorded = changed.context.messages.filter(({ origin }) => origin === 'recorded');
    expect(recorded).toEqual(stays);
    const there = new Set(stays.map(({ message }) => message.id));
    for (const { message } of context.messages) {
      if (env.pinned.has(message.id)) expect(there).toContain(message.id);
    }
  });

  law('[L4] is repeatable, and modifies nothing', (tried, outcome) => {
    const before = JSON.stringify(tried.context);
    expect(run(tried).outcome).toEqual(outcome);
    expect(JSON.stringify(tried.context)).toBe(before);
  });

  lawOfChange('[L5] [L6] tokens add up, and decrease', ({ context, env }, { changes, boundary, ...changed }) => {
    const before = tokensOf(context.messages);
    const after = tokensOf(changed.context.messages);
    expect(before - changes.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(after);
    expect(after).toBeLessThan(before);
    expect(boundary).toMatchObject({
      tokensBefore: env.systemTokens + before,
      tokensAfter: env.systemTokens + after,
    });
    expect(reasonText(changed.reason, fullCompact.reasons)).not.toContain('{');
  });

  lawOfChange('[L7] every removed or added part is named once, with its fate', ({ context }, changed, stays) => {
    const there = new Set(stays);
    const named = (fates: readonly string[]) =>
      changed.changes
        .filter(({ fate }) => fates.includes(fate))
        .flatMap(({ parts }) => parts.map(({ message, part }) => `${message}.${part}`));
    expect(named(['summarised'])).toEqual(partIds(context.messages.filter((each) => !there.has(each))));
    const came = partIds(changed.context.messages.filter((each) => !there.has(each)));
    expect(named(['injected', 'restored']).sort()).toEqual(came.sort());
  });

  lawOfChange('[L8] changes nothing when run again immediately', (tried, changed) => {
    expect(run({ ...tried, context: changed.context }).outcome.type).toBe('failed');
  });

  lawOfChange(
    '[F7] the boundary names the kept messages and the last one that left',
    ({ context }, { boundary }, stays) => {
      const there = new Set(stays);
      const last = context.messages.findLast((each) => !there.has(each));
      expect(boundary?.lastSummarised).toBe(last?.message.id);
      expect([boundary?.kept?.head, boundary?.kept?.tail]).toEqual([stays[0]?.message.id, stays.at(-1)?.message.id]);
    },
  );
});

it('[F8] from a pivot, keeps only pinned messages after it, and everything before it unchanged', () => {
  fc.assert(
    fc.property(casesOf('from'), (tried) => {
      const { outcome } = run(tried);
      if (outcome.type !== 'changed') return;
      const { messages } = outcome.context;
      const cut = messages.findIndex(({ message }) => message.kind === 'summary' && message.id.startsWith('made-'));
      const pivot = tried.context.messages.findIndex(({ message }) => message.id === tried.env.partial?.pivot);
      expect(cut).toBeLessThanOrEqual(pivot);
      for (let place = 0; place < cut; place++) expect(messages[place]).toBe(tried.context.messages[place]);
      if (tried.env.pinned.size === 0) expect(messages.slice(cut).every(({ origin }) => origin === 'made')).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

it('[F8] up to a pivot, keeps everything from it on', () => {
  fc.assert(
    fc.property(casesOf('up-to'), (tried) => {
      const { outcome } = run(tried);
      if (outcome.type !== 'changed') return;
      expect(outcome.context.messages[0]?.message.kind).toBe('summary');
      const pivot = tried.context.messages.findIndex(({ message }) => message.id === tried.env.partial?.pivot);
      for (const each of tried.context.messages.slice(pivot)) expect(outcome.context.messages).toContain(each);
    }),
    { numRuns: RUNS },
  );
});

it('[F11] keeps the latest rounds, as many as both limits allow, and nothing else', () => {
  let kept = 0;
  fc.assert(
    fc.property(casesOf('keeping'), (tried) => {
      const { outcome } = run(tried);
      if (outcome.type !== 'changed' || tried.env.pinned.size > 0) return;
      const { keptRounds, keptRoundTokens } = tried.settings;
      const there = new Set(outcome.context.messages);
      const stays = tried.context.messages.filter((each) => there.has(each));
      expect(stays).toEqual(tried.context.messages.slice(tried.context.messages.length - stays.length));
      if (keptRounds === 0 && keptRoundTokens === 0) expect(stays).toEqual([]);
      if (keptRoundTokens > 0) expect(tokensOf(stays)).toBeLessThanOrEqual(keptRoundTokens);
      if (stays.length > 0) {
        kept += 1;
        expect(stays[0]?.message.kind).toBe('reply');
      }
    }),
    { numRuns: RUNS },
  );
  expect(kept).toBeGreaterThan(RUNS / 10);
});
