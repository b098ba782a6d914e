import { describe, expect, it } from 'vitest';
import { asArray, asCount, asObject, asText, type JsonObject } from '../base/json';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Message, Part } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { contextTotal } from '../transcript/usage';
import { pi } from './pi';
import { expectSound, imported, objects, recordings, usageSums } from './recordings.test-support';

function messageOf(entry: JsonObject): JsonObject {
  return asObject(entry.message) ?? {};
}

function isSaid(entry: JsonObject): boolean {
  const { role, stopReason, content } = messageOf(entry);
  if (entry.type === 'custom_message') return true;
  if (entry.type !== 'message') return false;
  return role !== 'assistant' || (stopReason !== 'error' && stopReason !== 'aborted' && asArray(content)?.length !== 0);
}

/** As pi estimates a message. */
function estimated({ parts }: Pick<Message, 'parts'>): number {
  const characters = (part: Part): number => {
    if (part.kind === 'text' || part.kind === 'thinking') return part.text.length;
    if (part.kind === 'tool-call') return part.name.length + JSON.stringify(part.input).length;
    return part.kind === 'tool-result' ? part.parts.reduce((sum, inner) => sum + characters(inner), 0) : 0;
  };
  return Math.ceil(parts.reduce((sum, part) => sum + characters(part), 0) / 4);
}

/** What pi's rule keeps: back until 20,000 tokens are reached, then on to the next message that is no result. */
function firstKeptBefore(messages: readonly Message[], at: number): Message | undefined {
  let total = 0;
  for (let place = at - 1; place >= 0; place--) {
    total += estimated(messages[place] ?? { parts: [] });
    if (total >= 20_000) return messages.slice(place, at).find(({ role }) => role !== 'tool');
  }
  return messages[0];
}

describe.skipIf(recordings === undefined)('pi recordings', () => {
  it.each([
    ['compaction-312k-after-errors-v3.jsonl', '3', 672, 783],
    ['compaction-99k-v3.jsonl', '3', 91, 107],
    ['two-compactions-v1-header.jsonl', '1', 471, 448],
  ])('%s', (name, version, answers, results) => {
    const { values, transcript, warnings } = imported(pi, `pi/${name}`);
    expectSound(transcript);
    const entries = objects(values);
    expect(transcript.agent).toEqual({ name: 'pi' });
    expect(transcript.formatVersion).toBe(version);
    expect(warnings.filter((warning) => !warning.startsWith('The session is a fork'))).toEqual([]);

    const compactions = entries.filter(({ type }) => type === 'compaction');
    const usages = [...entries.map(messageOf), ...compactions]
      .map(({ usage }) => asObject(usage))
      .filter((usage) => (asCount(usage?.totalTokens) ?? 0) > 0);
    const sum = (key: string) => usages.reduce((total, usage) => total + (asCount(usage?.[key]) ?? 0), 0);
    expect(usageSums(transcript.calls.map(({ usage }) => usage))).toEqual(
      ['input', 'cacheRead', 'cacheWrite', 'output'].map(sum),
    );
    expect(transcript.calls).toHaveLength(usages.length);
    expect(transcript.messages.filter(({ callId }) => callId !== undefined)).toHaveLength(answers);
    expect(
      transcript.calls.reduce((total, { usage }) => total + (usage === undefined ? 0 : contextTotal(usage)), 0),
    ).toBe(sum('totalTokens'));
    const parts = transcript.messages.flatMap((message) => message.parts);
    expect(parts.filter(({ kind }) => kind === 'tool-result')).toHaveLength(results);
    expect(unpairedTools(transcript).orphans).toEqual([]);

    expect(transcript.boundaries.map(({ preTokens }) => preTokens)).toEqual(
      compactions.map(({ tokensBefore }) => tokensBefore),
    );
    for (const [index, compaction] of compactions.entries()) {
      const boundary = transcript.boundaries[index];
      const at = entries.indexOf(compaction);
      const id = asText(compaction.firstKeptEntryId);
      const first =
        id === undefined ? asCount(compaction.firstKeptEntryIndex) : entries.findIndex((entry) => entry.id === id);
      const kept = entries.slice(first, at).filter(isSaid);
      const byId = new Map(transcript.messages.map((message) => [message.id, message]));
      const keptLines = boundary?.keptMessageIds?.map((message) => byId.get(message)?.line) ?? [];
      const saidLines = kept.map((entry) => entries.indexOf(entry) + 1);
      // Version 1 also sent what there was of interrupted answers.
      expect(keptLines.filter((line) => saidLines.includes(line ?? 0))).toEqual(saidLines);
      expect(keptLines.length - saidLines.length).toBeLessThanOrEqual(version === '1' ? 3 : 0);
      expect(keptLines[0]).toBe((first ?? 0) + 1);
      if (id !== undefined) expect(boundary?.keptMessageIds?.[0]).toBe(id);
      const { messages } = recordedContextAt(transcript, (boundary?.at ?? 0) + 1);
      expect(transcript.messages[messages[0] ?? -1]?.kind).toBe('summary');
      expect(messages).toHaveLength(1 + keptLines.length);
    }
  });

  it.each(['compaction-312k-after-errors-v3.jsonl', 'compaction-99k-v3.jsonl'])(
    '%s has what decides what is kept, and how large it was before',
    (name) => {
      const { transcript } = imported(pi, `pi/${name}`);
      const { messages, calls, boundaries } = transcript;
      for (const { at, keptMessageIds, preTokens } of boundaries) {
        expect(firstKeptBefore(messages, at)?.id).toBe(keptMessageIds?.[0]);
        const last = calls.findLast((call) => call.at < at);
        const since = messages.slice((last?.at ?? 0) + 1, at).reduce((sum, message) => sum + estimated(message), 0);
        expect(preTokens).toBe((last?.usage === undefined ? 0 : contextTotal(last.usage)) + since);
      }
    },
  );
});
