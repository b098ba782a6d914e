import { describe, expect, it } from 'vitest';
import { asArray, asCount, asObject, asText, type JsonObject } from '../base/json';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Boundary, Transcript } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { contextTotal, inputSide } from '../transcript/usage';
import { opencode } from './opencode';
import { expectSound, imported, objects, recordings, usageSums } from './recordings.test-support';

interface RawMessage {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

function rawMessages(document: JsonObject): readonly RawMessage[] {
  return objects(asArray(document.messages)).map(({ info, parts }) => ({
    info: asObject(info) ?? {},
    parts: objects(asArray(parts)),
  }));
}

function tokensOf(value: JsonObject): JsonObject {
  return asObject(value.tokens) ?? {};
}

function cleared(messages: readonly RawMessage[]) {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const state = asObject(part.state);
      const timeMs = asCount(asObject(state?.time)?.compacted);
      return timeMs === undefined ? [] : [{ timeMs, output: asText(state?.output) ?? '' }];
    }),
  );
}

/** The outputs of each prune: stamps more than a minute apart are of different ones. */
function prunesIn(messages: readonly RawMessage[]) {
  const prunes: { fromMs: number; toMs: number; outputs: string[] }[] = [];
  for (const { timeMs, output } of cleared(messages).sort((a, b) => a.timeMs - b.timeMs)) {
    const last = prunes.at(-1);
    if (last === undefined || timeMs - last.toMs > 60_000)
      prunes.push({ fromMs: timeMs, toMs: timeMs, outputs: [output] });
    else {
      last.toMs = timeMs;
      last.outputs.push(output);
    }
  }
  return prunes;
}

function clearedOutputs({ messages }: Transcript, { clearedToolCallIds = [] }: Boundary): readonly string[] {
  const ids = new Set(clearedToolCallIds);
  expect(ids.size).toBe(clearedToolCallIds.length);
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind !== 'tool-result' || !ids.has(part.callId)) return [];
      const [text] = part.parts;
      return text?.kind === 'text' ? [text.text] : [];
    });
}

/**
 * What opencode's rule would clear: outputs beyond the newest 40,000 tokens, none from the last but one message of the
 * user on, back to what is cleared already.
 */
function prunable({ messages }: Transcript, at: number, before: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  let [turns, total] = [0, 0];
  for (const { role, kind, parts } of messages.slice(0, at).reverse()) {
    if (role === 'user') turns += 1;
    if (turns < 2) continue;
    if (kind === 'summary') return found;
    for (const part of [...parts].reverse()) {
      if (part.kind !== 'tool-result' || part.isError || part.toolName === 'skill') continue;
      if (before.has(part.callId)) return found;
      const [text] = part.parts;
      total += text?.kind === 'text' ? Math.round(text.text.length / 4) : 0;
      if (total > 40_000) found.push(part.callId);
    }
  }
  return found;
}

describe.skipIf(recordings === undefined)('opencode recordings', () => {
  it.each([
    ['auto-compaction-1.4.3.json', '1.4.3', 69, []],
    ['four-prunes-1.14.25.json', '1.14.25', 103, [19, 34, 59, 23]],
    ['one-prune-1.2.26.json', '1.2.26', 73, [52]],
    ['pruned-tool-outputs-1.2.24.json', '1.2.24', 119, [39]],
    ['seven-prunes-1.14.30.json', '1.14.30-ocv.3.30', 233, [21, 5, 9, 48, 81, 36, 45]],
  ] as const)('%s', (name, version, calls, prunes) => {
    const { values, transcript } = imported(opencode, `opencode/${name}`);
    expectSound(transcript);
    const messages = rawMessages(asObject(values[0]) ?? {});
    expect(transcript.agent).toEqual({ name: 'opencode', version });
    expect(transcript.calls).toHaveLength(calls);

    const replies = messages.map(({ info }) => tokensOf(info)).filter((tokens) => asCount(tokens.input));
    const sum = (of: (tokens: JsonObject) => unknown) =>
      replies.reduce((total, tokens) => total + (Number(of(tokens)) || 0), 0);
    const [input, read, written] = usageSums(transcript.calls.map(({ usage }) => usage));
    expect([input, read, written]).toEqual([
      sum(({ input }) => input),
      sum(({ cache }) => asObject(cache)?.read),
      sum(({ cache }) => asObject(cache)?.write),
    ]);
    expect(transcript.calls.map(({ usage }) => usage && contextTotal(usage))).toEqual(
      replies.map(({ total }) => total),
    );

    const tools = messages.flatMap(({ parts }) => parts).filter(({ type }) => type === 'tool');
    const results = transcript.messages.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'tool-result');
    expect(results).toHaveLength(tools.length);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });

    const events = prunesIn(messages);
    const boundaries = transcript.boundaries.filter(({ kind }) => kind === 'prune');
    expect(events.map(({ outputs }) => outputs.length)).toEqual(prunes);
    expect(boundaries.map((boundary) => [...clearedOutputs(transcript, boundary)].sort())).toEqual(
      events.map(({ outputs }) => outputs.sort()),
    );
    for (const [index, { at }] of boundaries.entries()) {
      const { fromMs, toMs } = events[index] ?? { fromMs: 0, toMs: 0 };
      const [before, after] = [transcript.messages[at - 1], transcript.calls.find((call) => call.at >= at)];
      expect(before?.timeMs).toBeLessThanOrEqual(fromMs);
      expect(after?.timeMs).toBeGreaterThan(toMs);
      const previous = transcript.calls.findLast((call) => call.at < at);
      expect(previous?.timeMs).toBeLessThan(fromMs);
    }
  });

  it.each([
    ['four-prunes-1.14.25.json', [0, 0, 0, 1]],
    ['one-prune-1.2.26.json', [0]],
    // Words of the outputs were taken out of the file, so less of them seems to be too old.
    ['pruned-tool-outputs-1.2.24.json', [2]],
    ['seven-prunes-1.14.30.json', [0, 0, 0, 0, 0, 0, 0]],
  ])('%s has what decides which outputs are pruned', (name, missing) => {
    const { transcript } = imported(opencode, `opencode/${name}`);
    const before = new Set<string>();
    const differences = transcript.boundaries.map(({ at, clearedToolCallIds = [] }) => {
      const predicted = new Set(prunable(transcript, at, before));
      for (const id of clearedToolCallIds) before.add(id);
      expect(clearedToolCallIds).toEqual(expect.arrayContaining([...predicted]));
      return clearedToolCallIds.length - predicted.size;
    });
    expect(differences).toEqual(missing);
  });

  it('a prune without another cause shrinks the next request', () => {
    const { transcript } = imported(opencode, 'opencode/pruned-tool-outputs-1.2.24.json');
    const next = transcript.calls.findIndex(({ at }) => at >= (transcript.boundaries[0]?.at ?? 0));
    const sizes = transcript.calls.slice(next - 1, next + 1).map(({ usage }) => usage && inputSide(usage));
    expect(sizes).toEqual([139_959, 91_783]);
  });

  it('the compaction of 1.4.3 keeps nothing: its question, its summary, and the request to go on', () => {
    const { transcript, warnings } = imported(opencode, 'opencode/auto-compaction-1.4.3.json');
    expect(warnings).toEqual([]);
    const [boundary, ...others] = transcript.boundaries;
    expect(others).toEqual([]);
    expect(boundary).toMatchObject({ kind: 'full', trigger: 'auto', preTokens: 112_579, keptMessageIds: [] });
    const first = transcript.calls.find(({ at }) => at > (boundary?.at ?? 0));
    expect(first?.usage && contextTotal(first.usage)).toBe(16_514);
    const { messages } = recordedContextAt(transcript, first?.at ?? 0);
    expect(messages.map((index) => transcript.messages[index]?.kind)).toEqual(['injected', 'summary', 'injected']);
    const request = transcript.calls.find(({ at }) => at === boundary?.at);
    expect(request?.usage && contextTotal(request.usage)).toBe(99_913);
  });
});
