import fc from 'fast-check';
import { type RecordingText, saidSentences } from '../../lib/transcript/arbitrary-recording.test-support';

/**
 * Recordings of what an agent does, in the text notation: tools of each kind, several calls at once, answers that come late or
 * never, pauses, plans, skills, media. Few tools and few files, so that the same ones come again.
 */
export const arbitraryScript: fc.Arbitrary<RecordingText> = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(99), fc.nat(999), fc.nat(3_000)), { minLength: 1, maxLength: 40 }),
    fc.constantFrom('all' as const, 'some' as const, 'none' as const),
    fc.boolean(),
    fc.constantFrom([], ['system 900 tokens'], ['system 300 tokens', 'tool read 90 tokens', 'tool bash 200 tokens']),
  )
  .map(([steps, systemInFile, hasClock, begins]) => {
    const script: Script = { calls: 0, tokens: 0, messages: 0, hasClock };
    const lines = steps.flatMap(([kind, which, size]) => linesOf(kind, which, size, script));
    const clock = hasClock ? ['clock 2026-01-01T10:00:00Z'] : [];
    return { text: [...begins, ...clock, ...lines].join('\n'), systemInFile };
  });

interface Script {
  calls: number;
  tokens: number;
  messages: number;
  readonly hasClock: boolean;
}

const TOOLS = [
  'Read a.ts',
  'Read b/c.ts',
  'Bash npm test',
  'Edit {"file_path":"a.ts","old_string":"one","new_string":"two"}',
  'Grep retries',
  'mcp__docs__search pages',
  'WebFetch {"url":"https://example.org/x"}',
  'TodoWrite {"todos":[{"content":"fix the parser","status":"pending"}]}',
  'ExitPlanMode {"plan":"First the tests, then the parser."}',
  'Skill {"skill":"review"}',
  'Task {"prompt":"look for it"}',
];

const SIDE = [
  'injected "Base directory for this skill: /skills/review\\nLook at each change."',
  'injected 40 tokens',
  'echo "/compact"',
  'error "API error"',
  'document 300 tokens',
  'image 800x600',
];

function linesOf(kind: number, which: number, size: number, script: Script): readonly string[] {
  const message = (...lines: readonly string[]) => {
    script.messages += 1;
    return ['---', ...lines];
  };
  if (kind < 50) return round(which, size, script, message);
  if (kind < 65) {
    script.tokens += 20;
    return message(`user ${JSON.stringify(saidSentences[which % saidSentences.length] ?? '')}`);
  }
  if (kind < 75) {
    script.calls += 1;
    return message(
      ...(which % 3 === 0 ? ['thinking 60 tokens'] : []),
      `assistant ${size % 300} tokens`,
      ...usage(which, script),
    );
  }
  if (kind < 82) return message(SIDE[which % SIDE.length] ?? 'injected 1 tokens');
  if (kind < 90) return script.hasClock ? [`wait ${1 + (which % 120)} min`] : [];
  if (kind < 95) {
    script.tokens += size;
    return message(`user ${size} tokens`);
  }
  if (kind < 97) return [`rewind ${Math.min(script.messages, which % 5)}`];
  script.tokens = 400;
  const kept = script.messages > 3 && which % 2 === 0 ? ` keep m${script.messages - 1}` : '';
  return [`boundary full auto ${script.tokens}${kept}`, ...message('summary 400 tokens')];
}

/** One to four calls in one reply, and their results: one in eight has none, one in eight is empty. */
function round(
  which: number,
  size: number,
  script: Script,
  message: (...lines: readonly string[]) => string[],
): readonly string[] {
  script.calls += 1;
  const first = script.messages;
  const ids = Array.from({ length: 1 + (which % 4) }, (_, index) => `#${first}-${index}`);
  const calls = ids.map((id, index) => `call ${id} ${TOOLS[(which + index * 3) % TOOLS.length] ?? 'Read a.ts'}`);
  const long = which % 13 === 0 ? [`call #${first}-long Write ${200 + (size % 900)} tokens`] : [];
  const reply = message(
    ...(which % 5 === 0 ? ['thinking hidden'] : which % 5 === 1 ? ['assistant "I look."'] : []),
    ...calls,
    ...long,
    ...usage(which, script),
  );
  const answered = [...ids, ...(long.length > 0 ? [`#${first}-long`] : [])].filter(
    (_, index) => (which + index) % 8 !== 7,
  );
  const results = answered.flatMap((id, index) => {
    const tokens = Math.floor(size / (index + 1));
    script.tokens += tokens;
    if ((which + index) % 8 === 3) return [`result ${id}`];
    const media = (which + index) % 11 === 5 ? ['image 640x480'] : [];
    return [`result ${id} ${(which + index) % 9 === 2 ? 'error ' : ''}${tokens} tokens`, ...media];
  });
  return [...reply, ...(results.length === 0 ? [] : message(...results))];
}

/** Two of three replies have one; it is close to what was sent, with a part of it read from the cache. */
function usage(which: number, { tokens }: Script): readonly string[] {
  if (which % 3 === 0) return [];
  const sent = 1_200 + Math.round(tokens * (1 + (which % 7) / 20));
  const read = Math.floor((sent * (which % 10)) / 10);
  const written = Math.floor((sent - read) / 2);
  return [`usage ${sent} read ${read} written ${written} output ${which % 500}${which % 17 === 0 ? ' partial' : ''}`];
}
