import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asNumber, asObject, asText, type JsonObject, parseJson } from '../../lib/base/json';
import { builtSession, SAMPLES_FOLDER } from './sample-files';

const lines = readFileSync(new URL('refactoring.jsonl', SAMPLES_FOLDER), 'utf8').trimEnd().split('\n');
const records = lines.map(recordOf);
const calls = callsOf(records);
/** Between two turns, before anything was compacted. */
const turnEnd = records.findIndex(({ subtype }) => subtype === 'turn_duration') + 1;
const callsBefore = callsOf(records.slice(0, turnEnd)).length;
const firstBoundary = callsOf(records.slice(0, boundariesOf(records)[0]?.at)).length;

test('a handwritten turn only needs its content', () => {
  const made = build(
    lines.toSpliced(
      turnEnd,
      0,
      '{"type":"user","message":{"content":"How many files is that?"}}',
      '{"type":"assistant","message":{"content":[{"type":"text","text":"Two."}]}}',
    ),
  );
  const [before, prompt, reply, after] = made.slice(turnEnd - 1);
  expect(made.length).toBe(records.length + 2);
  expect(prompt).toMatchObject({
    parentUuid: before?.uuid,
    sessionId: before?.sessionId,
    cwd: before?.cwd,
    version: before?.version,
    timestamp: before?.timestamp,
    message: { role: 'user', content: 'How many files is that?' },
  });
  expect(reply).toMatchObject({
    parentUuid: prompt?.uuid,
    message: { role: 'assistant', type: 'message', model: 'claude-opus-4-6', stop_reason: 'end_turn' },
  });
  expect(after).toEqual(records[turnEnd]);
  expect(made.find(({ parentUuid }) => parentUuid === reply?.uuid)).toBeDefined();

  const counted = callsOf(made);
  const asked = counted[callsBefore];
  const last = calls[callsBefore - 1];
  // 23 bytes and 4 bytes, at 3.2 bytes a token and 6 tokens around each.
  expect(asked).toEqual({ input: (last?.input ?? 0) + (last?.output ?? 0) + 13, output: 7 });
  for (let call = callsBefore; call < firstBoundary; call++) {
    expect(counted[call + 1]).toEqual({ ...calls[call], input: (calls[call]?.input ?? 0) + 13 + 7 });
  }
  expect(counted.slice(firstBoundary + 1)).toEqual(calls.slice(firstBoundary));
  expect(build(made.map((record) => JSON.stringify(record)))).toEqual(made);
});

test('the size before a compaction grows with what precedes it', () => {
  const added = build(
    lines.toSpliced(turnEnd, 0, JSON.stringify({ type: 'user', message: { content: 'x'.repeat(3_200) } })),
  );
  const [first, second] = boundariesOf(records);
  const [grown, same] = boundariesOf(added);
  const grownBy = (callsOf(added)[firstBoundary - 1]?.input ?? 0) - (calls[firstBoundary - 1]?.input ?? 0);
  expect(grownBy).toBeGreaterThan(900);
  expect((grown?.preTokens ?? 0) - (first?.preTokens ?? 0)).toBe(grownBy);
  expect(same?.preTokens).toBe(second?.preTokens);
});

test('if a turn is removed, later replies keep what they added themselves', () => {
  const nextEnd = records.findIndex(({ subtype }, at) => at >= turnEnd && subtype === 'turn_duration') + 1;
  const callsOfTurn = callsOf(records.slice(0, nextEnd)).length - callsBefore;
  const counted = callsOf(build(lines.toSpliced(turnEnd, nextEnd - turnEnd)));
  expect(counted.length).toBe(calls.length - callsOfTurn);
  for (let call = callsBefore + 1; call < firstBoundary - callsOfTurn; call++) {
    expect(growth(counted, call)).toBe(growth(calls, call + callsOfTurn));
    expect(counted[call]?.input).toBeLessThan(calls[call + callsOfTurn]?.input ?? 0);
  }
});

test('changing a word leaves all numbers, a longer answer changes those after it', () => {
  const at = lines.findIndex((line) => line.includes('All tests are green before I start.'));
  const worded = build(lines.with(at, lines[at]?.replace('All tests are green', 'The tests are green') ?? ''));
  expect(callsOf(worded)).toEqual(calls);
  const longer = callsOf(build(lines.with(at, lines[at]?.replace('before I start.', 'x'.repeat(32_000)) ?? '')));
  expect(longer[callsBefore - 1]?.output).toBeGreaterThan(10_000);
  expect((longer[callsBefore]?.input ?? 0) - (calls[callsBefore]?.input ?? 0)).toBe(
    (longer[callsBefore - 1]?.output ?? 0) - (calls[callsBefore - 1]?.output ?? 0),
  );
});

test('a session that outgrows its window names the line that needs a compaction', () => {
  const huge = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(800_000) } });
  expect(() => build(lines.toSpliced(turnEnd, 0, huge))).toThrow(/^Line \d+: compaction is due before this reply/);
});

test('a line that is not JSON is named', () => {
  expect(() => builtSession('{}\n{"type":', 'a.jsonl')).toThrow(/^a\.jsonl, line 2: /);
});

interface Call {
  readonly input: number;
  readonly output: number;
}

function build(given: readonly string[]): readonly JsonObject[] {
  return builtSession(`${given.join('\n')}\n`, 'edited.jsonl')
    .trimEnd()
    .split('\n')
    .map(recordOf);
}

function recordOf(line: string): JsonObject {
  const result = parseJson(line);
  return (result.ok && asObject(result.value)) || {};
}

/** The whole input of every call, and the output of its last record. */
function callsOf(session: readonly JsonObject[]): readonly Call[] {
  const counted = new Map<string, Call>();
  for (const record of session) {
    const message = asObject(record.message);
    const usage = asObject(message?.usage);
    if (usage === undefined) continue;
    const parts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
    const input = parts.reduce<number>((sum, part) => sum + (asNumber(part) ?? 0), 0);
    counted.set(asText(message?.id) ?? '', { input, output: asNumber(usage.output_tokens) ?? 0 });
  }
  return [...counted.values()];
}

function growth(counted: readonly Call[], call: number): number {
  return (counted[call]?.input ?? 0) - (counted[call - 1]?.input ?? 0) - (counted[call - 1]?.output ?? 0);
}

function boundariesOf(session: readonly JsonObject[]) {
  return session.flatMap((record, at) => {
    const preTokens = asNumber(asObject(record.compactMetadata)?.preTokens);
    return preTokens === undefined ? [] : [{ at, preTokens }];
  });
}
