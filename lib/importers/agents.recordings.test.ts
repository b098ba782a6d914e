import { describe, expect, it } from 'vitest';
import { asArray, asCount, asObject } from '../base/json';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Transcript } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { contextTotal, inputSide } from '../transcript/usage';
import { inspect } from './frameworks/inspect';
import { geminiCli } from './gemini-cli';
import { openhands } from './openhands';
import { imported, objects, recordings } from './recordings.test-support';
import { expectSound } from './sound-transcript.test-support';
import { sweAgent } from './swe-agent';

/** Facts of recordings of other agents: what is stated beside them, and counts made here from the raw JSON. */
function sums({ calls }: Transcript) {
  const used = calls.flatMap(({ usage }) => usage ?? []);
  return {
    calls: calls.length,
    input: used.reduce((sum, usage) => sum + inputSide(usage), 0),
    cacheRead: used.reduce((sum, { cacheRead }) => sum + cacheRead, 0),
    output: used.reduce((sum, { output }) => sum + output, 0),
  };
}

function partsOf({ messages }: Transcript, kind: string) {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.kind === kind));
}

describe.skipIf(recordings === undefined)('real recordings', () => {
  it('gemini-cli/session-33k.json: a call for each count, and the results of all tools', () => {
    const { values, transcript, warnings } = imported(geminiCli, 'gemini-cli/session-33k.json');
    const messages = objects(asArray(asObject(values[0])?.messages));
    const counts = messages.flatMap(({ tokens }) => {
      const numbers = asObject(tokens);
      return (asCount(numbers?.total) ?? 0) > 0 && numbers !== undefined ? [numbers] : [];
    });
    const sum = (key: string) => counts.reduce((total, numbers) => total + (asCount(numbers[key]) ?? 0), 0);
    const results = messages.flatMap(({ toolCalls }) => asArray(toolCalls) ?? []);
    expect(messages).toHaveLength(13);
    expect(sums(transcript)).toEqual({
      calls: 10,
      input: sum('input'),
      cacheRead: sum('cached'),
      output: sum('output') + sum('thoughts'),
    });
    expect(transcript.calls.map(({ usage }) => usage && contextTotal(usage))).toEqual(counts.map(({ total }) => total));
    expect(partsOf(transcript, 'tool-result')).toHaveLength(results.length);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(transcript.boundaries).toEqual([]);
    expect(recordedContextAt(transcript, transcript.messages.length).messages).toHaveLength(transcript.messages.length);
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('openhands/multi-swe-bench-output.jsonl: three runs, with a call and its counts for each response', () => {
    const { values, transcripts, warnings } = imported(openhands, 'openhands/multi-swe-bench-output.jsonl', 3);
    for (const [index, run] of objects(values).entries()) {
      const transcript = transcripts[index];
      if (transcript === undefined) throw new Error(`Run ${index} was not imported`);
      const events = objects(asArray(run.history));
      const counts = objects(asArray(asObject(run.metrics)?.token_usages));
      const sum = (key: string) => counts.reduce((total, numbers) => total + (asCount(numbers[key]) ?? 0), 0);
      expect(transcript.title).toBe(run.instance_id);
      expect(sums(transcript)).toEqual({
        calls: counts.length,
        input: sum('prompt_tokens'),
        cacheRead: 0,
        output: sum('completion_tokens'),
      });
      expect(sum('prompt_tokens')).toBe(
        asCount(asObject(asObject(run.metrics)?.accumulated_token_usage)?.prompt_tokens),
      );
      const observations = events.filter(({ observation, cause }) => observation !== 'recall' && cause !== undefined);
      expect(partsOf(transcript, 'tool-result')).toHaveLength(observations.length);
      expect(partsOf(transcript, 'tool-call')).toHaveLength(observations.length);
      expect(unpairedTools(transcript).orphans).toEqual([]);
      expect(transcript.systemInFile).toBe('all');
      expectSound(transcript);
    }
    expect(warnings).toEqual([]);
  });

  it('swe-agent/marshmallow-1867-function-calling.traj: 13 calls, and the outputs that were left out, where they were', () => {
    const { values, transcript, warnings } = imported(sweAgent, 'swe-agent/marshmallow-1867-function-calling.traj');
    const document = asObject(values[0]);
    const steps = objects(asArray(document?.trajectory));
    expect(transcript.messages).toHaveLength(asArray(document?.history)?.length ?? 0);
    expect(transcript.calls).toHaveLength(steps.length);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(transcript.boundaries.map(({ kind, at }) => `${kind} ${at}`)).toEqual(
      [14, 16, 18, 20, 22, 24, 26].map((at) => `prune ${at}`),
    );
    for (const { messages } of steps) {
      const sent = objects(asArray(messages));
      if (sent.length === transcript.messages.length) continue;
      const stubs = sent.filter(({ content }) => /^Old environment output/.test(String(content)));
      const { clearedToolCallIds, messages: seen } = recordedContextAt(transcript, sent.length);
      expect(clearedToolCallIds.size).toBe(stubs.length);
      expect(seen).toHaveLength(sent.length);
    }
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it.each([
    ['inspect/browser-tools.json', 5, 4],
    ['inspect/log-with-images.json', 1, 0],
  ] as const)('%s: the calls of its sample, with the usage that the log sums up', (name, calls, results) => {
    const { values, transcript, warnings } = imported(inspect, name);
    const log = asObject(values[0]);
    const totals = Object.values(asObject(asObject(log?.stats)?.model_usage) ?? {}).map((each) => asObject(each));
    const sum = (key: string) => totals.reduce((total, numbers) => total + (asCount(numbers?.[key]) ?? 0), 0);
    expect(sums(transcript)).toEqual({
      calls,
      input: sum('input_tokens'),
      cacheRead: sum('input_tokens_cache_read'),
      output: sum('output_tokens'),
    });
    expect(partsOf(transcript, 'tool-result')).toHaveLength(results);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    const sample = objects(asArray(log?.samples))[0];
    const messages = objects(asArray(sample?.messages)).filter(({ role }) => role !== 'system');
    expect(transcript.messages).toHaveLength(messages.length);
    expect(JSON.stringify(transcript)).not.toContain('attachment://');
    expect(transcript.boundaries).toEqual([]);
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('inspect/log-with-images.json has its image as an image', () => {
    const { transcript } = imported(inspect, 'inspect/log-with-images.json');
    expect(partsOf(transcript, 'image')).toMatchObject([{ width: expect.any(Number), height: expect.any(Number) }]);
  });
});
