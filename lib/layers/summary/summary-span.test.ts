import { describe, expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import { contextFromText, inOneResponse } from '../shape/context-text.test-support';
import type { PartialSpan } from '../shape/layer';
import { madeMessage } from '../shape/made-message';
import { defaultsOf } from '../shape/setting';
import { type CutSettings, cutSettings } from './cut';
import { summarySpan, wholeSpan } from './summary-span';

const { messages } = contextFromText(`
  user "Fix the tests"
  call #1 read a.ts
  call #2 read b.ts
  ---
  result #1 900 tokens
  ---
  result #2 800 tokens
  assistant "Both are read."
  user "Now the docs"
`);

const NONE_KEPT = defaultsOf(cutSettings);
const SIZES = { window: 200_000, threshold: 100_000 };
const ids = (some: readonly ContextMessage[]) => some.map(({ message }) => message.id).join(' ');

function spanOf(
  direction: PartialSpan['direction'] | undefined,
  pivot = 'm0',
  pins: readonly string[] = [],
  kept: Partial<CutSettings> = {},
): string {
  const span = summarySpan(
    messages,
    {
      partial: direction === undefined ? undefined : { direction, pivot: pivot as MessageId },
      pinned: new Set(pins as MessageId[]),
      ...SIZES,
    },
    { ...NONE_KEPT, ...kept },
  );
  if ('failure' in span) return `refused: ${span.failure.reason.code}`;
  return [span.prefix, span.gone, span.kept].map(ids).join(' | ');
}

it('[F6] is the whole conversation', () => {
  expect(spanOf(undefined)).toBe(' | m0 m1 m2 m3 m4 m5 | ');
});

it('[F8] is everything from the pivot on, or everything before it', () => {
  expect(spanOf('from', 'm4')).toBe('m0 m1 m2 m3 | m4 m5 | ');
  expect(spanOf('up-to', 'm4')).toBe(' | m0 m1 m2 m3 | m4 m5');
  expect(spanOf('from', 'm0')).toBe(' | m0 m1 m2 m3 m4 m5 | ');
  expect(spanOf('up-to', 'm0')).toBe(' |  | m0 m1 m2 m3 m4 m5');
});

it('[F8] [L1] extends to the call if the pivot is a result', () => {
  expect(spanOf('from', 'm3')).toBe('m0 | m1 m2 m3 m4 m5 | ');
  expect(spanOf('up-to', 'm2')).toBe(' | m0 | m1 m2 m3 m4 m5');
});

it('[F8] is rejected if the pivot is not in the context', () => {
  expect(spanOf('from', 'm99')).toBe('refused: no-pivot');
  expect(spanOf('up-to', 'm99')).toBe('refused: no-pivot');
});

it('[L3] leaves pinned messages, with their results, after the summary', () => {
  expect(spanOf(undefined, '', ['m2'])).toBe(' | m0 m4 m5 | m1 m2 m3');
  expect(spanOf('from', 'm4', ['m0', 'm5'])).toBe('m0 m1 m2 m3 | m4 | m5');
  expect(spanOf('up-to', 'm4', ['m0'])).toBe(' | m1 m2 m3 | m0 m4 m5');
});

it('[F8] [L1] extends to the first record of a response', () => {
  const records = contextFromText('user "a"\nassistant "b"\nuser "c"\nassistant "d"').messages;
  const given = inOneResponse(records, 1, 3);
  const span = summarySpan(
    given,
    { partial: { direction: 'from', pivot: 'm3' as MessageId }, pinned: new Set(), ...SIZES },
    NONE_KEPT,
  );
  expect('gone' in span && ids(span.gone)).toBe('m1 m2 m3');
});

it('[F8] [L1] extends to the first of several calls waiting under one id', () => {
  const again = contextFromText('user "a"\ncall #1 read a\n---\ncall #1 read b\n---\nresult #1 "x"').messages;
  const span = summarySpan(
    again,
    { partial: { direction: 'from', pivot: 'm2' as MessageId }, pinned: new Set(), ...SIZES },
    NONE_KEPT,
  );
  expect('gone' in span && ids(span.gone)).toBe('m1 m2 m3');
});

describe('[F11] the latest rounds', () => {
  const rounds = contextFromText(`
    user "Fix the tests"
    call #1 read a.ts
    ---
    result #1 2000 tokens
    call #2 read b.ts
    ---
    result #2 3000 tokens
    assistant 9000 tokens
    user "Go on"
  `).messages;
  const keptOf = (kept: Partial<CutSettings>, given = rounds) => {
    const span = wholeSpan(given, { ...NONE_KEPT, ...kept }, new Set(), SIZES);
    expect([...span.gone, ...span.kept].toSorted((a, b) => given.indexOf(a) - given.indexOf(b))).toEqual(given);
    return ids(span.kept);
  };
  const counter = { messageTokens: () => 9_000, partTokens: () => 9_000 };
  const made = (id: string, kind: 'summary' | 'injected') =>
    madeMessage(id, kind, [{ kind: 'text', text: 'x' }], counter);

  it('do not stay by default', () => {
    expect(keptOf({})).toBe('');
  });

  it('stay up to a number, whole, with the prompt that followed', () => {
    expect(keptOf({ keptRounds: 1 })).toBe('m5 m6');
    expect(keptOf({ keptRounds: 2 })).toBe('m3 m4 m5 m6');
    expect(keptOf({ keptRounds: 100 })).toBe('m1 m2 m3 m4 m5 m6');
  });

  it('stay up to a number of tokens, and never in part', () => {
    expect(keptOf({ keptRoundTokens: 13_000 })).toBe('m3 m4 m5 m6');
    expect(keptOf({ keptRoundTokens: 12_000 })).toBe('m5 m6');
    expect(keptOf({ keptRoundTokens: 8_000 })).toBe('');
  });

  it('stay within both limits if both are set', () => {
    expect(keptOf({ keptRounds: 2, keptRoundTokens: 10_000 })).toBe('m5 m6');
    expect(keptOf({ keptRounds: 1, keptRoundTokens: 100_000 })).toBe('m5 m6');
  });

  it('[L1] include every round that a late result belongs to', () => {
    const late = contextFromText(`
      user "a"
      call #1 bash sleep
      ---
      assistant "b"
      ---
      result #1 "late"
      assistant "c"`).messages;
    expect(keptOf({ keptRounds: 1 }, late)).toBe('m4');
    expect(keptOf({ keptRounds: 2 }, late)).toBe('m1 m2 m3 m4');
    expect(keptOf({ keptRoundTokens: 5 }, late)).toBe('m4');
  });

  it('end at an earlier summary, and stay without what an earlier compaction put between them', () => {
    const [first, ...others] = rounds.slice(3);
    if (first === undefined) throw new Error('There are rounds');
    const before = [made('made-7-summary', 'summary'), first, made('made-7-file-1', 'injected'), ...others];
    expect(keptOf({ keptRounds: 9 }, before)).toBe('m3 m4 m5 m6');
    expect(keptOf({ keptRoundTokens: 13_000 }, before)).toBe('m3 m4 m5 m6');
  });

  it('include content that is missing from the file', () => {
    const withUnfiled = [...rounds, made('unfiled-4', 'injected')];
    expect(keptOf({ keptRounds: 1 }, withUnfiled)).toBe('m5 m6 unfiled-4');
    expect(keptOf({ keptRoundTokens: 13_000 }, withUnfiled)).toBe('');
  });

  it('do not matter for a part, and pinned messages stay before them', () => {
    expect(spanOf('up-to', 'm4', [], { keptRounds: 9 })).toBe(' | m0 m1 m2 m3 | m4 m5');
    expect(spanOf(undefined, '', ['m0'], { keptRounds: 1 })).toBe(' | m1 m2 m3 | m0 m4 m5');
  });
});
