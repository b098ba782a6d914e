import { describe, expect, it } from 'vitest';
import { asArray, asCount, asObject } from '../base/json';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Transcript } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { contextTotal, inputSide } from '../transcript/usage';
import { geminiCli } from './gemini-cli';
import { expectSound, imported, objects, recordings } from './recordings.test-support';

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
});
