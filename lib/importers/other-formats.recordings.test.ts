import { beforeAll, describe, expect, it } from 'vitest';
import { asArray, asCount, asObject, asText, type JsonObject } from '../base/json';
import type { Part } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { contextTotal, inputSide } from '../transcript/usage';
import { anthropicMessages } from './anthropic-messages';
import { claudeTrace } from './claude-trace';
import { codex } from './codex';
import { harborAtif } from './harbor-atif';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { type Imported, imported, largestCall, objects, recordings } from './recordings.test-support';
import { expectSound } from './sound-transcript.test-support';

/** Facts of real recordings: those that the README beside them states, and counts made here from the raw JSON. */
describe.skipIf(recordings === undefined)('real recordings', () => {
  describe('codex/two-compactions-images-0.142.5.jsonl', () => {
    let file: Imported;
    let payloads: JsonObject[];
    beforeAll(() => {
      file = imported(codex, 'codex/two-compactions-images-0.142.5.jsonl');
      payloads = objects(file.values).map(({ payload }) => asObject(payload) ?? {});
    });

    it('has 1368 records, all of them recognised', () => {
      expect(file.values).toHaveLength(1368);
      expect(file.warnings).toEqual([]);
      expectSound(file.transcript);
    });

    it('has a call for each count that is neither a repetition nor an estimate', () => {
      const totals = new Set<string>();
      let largest = 0;
      for (const { type, info } of payloads) {
        const last = asObject(asObject(info)?.last_token_usage);
        const sent = asCount(last?.input_tokens) ?? 0;
        if (type !== 'token_count' || sent === 0) continue;
        totals.add(JSON.stringify(asObject(info)?.total_token_usage));
        largest = Math.max(largest, sent);
      }
      expect(file.transcript.calls.filter(({ usage }) => usage !== undefined)).toHaveLength(totals.size);
      expect(largestCall(file.transcript)).toBe(largest);
      expect(file.transcript.contextWindow).toBe(272_000);
    });

    it('has both compactions, the first manual, with the counts before and after', () => {
      const [first, second, ...more] = file.transcript.boundaries;
      expect(more).toEqual([]);
      expect(first).toMatchObject({ kind: 'full', trigger: 'manual', preTokens: 188_493, postTokens: 9162 });
      expect(second).toMatchObject({ kind: 'full', trigger: 'auto', preTokens: 240_937, postTokens: 19_429 });
    });

    it('keeps all messages of the new history except the encrypted summary', () => {
      const histories = payloads.flatMap(({ replacement_history }) => {
        const history = asArray(replacement_history);
        return history === undefined ? [] : [objects(history).filter(({ type }) => type === 'message').length];
      });
      expect(file.transcript.boundaries.map(({ keptMessageIds }) => keptMessageIds?.length)).toEqual(histories);
    });

    it('has each tool call and each output once, all paired', () => {
      const outputs = payloads.filter(({ type }) => asText(type)?.endsWith('_call_output')).length;
      const parts = file.transcript.messages.flatMap((message) => message.parts);
      expect(parts.filter(({ kind }) => kind === 'tool-result')).toHaveLength(outputs);
      expect(unpairedTools(file.transcript)).toEqual({ unanswered: [], orphans: [] });
    });

    it('has images as images, and no base64 as text', () => {
      const images = JSON.stringify(payloads.filter(({ type }) => type !== 'user_message')).split(
        '"input_image"',
      ).length;
      const parts = file.transcript.messages
        .flatMap((message) => message.parts)
        .flatMap((part): readonly Part[] => (part.kind === 'tool-result' ? part.parts : [part]));
      expect(parts.filter(({ kind }) => kind === 'image')).toHaveLength(images - 1);
      for (const part of parts) if (part.kind === 'text') expect(part.text).not.toMatch(/;base64,[\w+/]{100}/);
    });

    it('marks calls that ended with an exit code as failed', () => {
      const failed = payloads.filter(({ output }) =>
        /^(?:Process exited with code|Exit code:) [1-9]/m.test(asText(output)?.split('\nOutput:')[0] ?? ''),
      );
      const errors = file.transcript.messages.flatMap(({ parts }) =>
        parts.filter((part) => part.kind === 'tool-result' && part.isError),
      );
      expect(failed.length).toBeGreaterThan(0);
      expect(errors).toHaveLength(failed.length);
    });
  });

  describe('claude-trace/traffic-64-pairs-headers-removed.jsonl', () => {
    let file: Imported;
    let bodies: JsonObject[];
    beforeAll(() => {
      file = imported(claudeTrace, 'claude-trace/traffic-64-pairs-headers-removed.jsonl');
      bodies = objects(file.values).map(({ request }) => asObject(asObject(request)?.body) ?? {});
    });

    it('has a call for each of the 64 pairs, in one conversation and its side calls', () => {
      const { calls, children } = file.transcript;
      expect(file.values).toHaveLength(64);
      expect([calls, ...children.map((child) => child.calls)].flat()).toHaveLength(64);
      expectSound(file.transcript);
    });

    it('uses the pairs with 17 tools as the main conversation', () => {
      const pairs = bodies.filter(({ tools }) => asArray(tools)?.length === 17);
      expect(file.transcript.calls).toHaveLength(pairs.length);
      expect(file.transcript.tools).toHaveLength(17);
      expect(file.transcript.models).toEqual(['claude-sonnet-4-20250514']);
      expect(file.transcript.systemInFile).toBe('all');
    });

    it('has a child for each other model, tool set and first message', () => {
      const others = bodies.filter(({ tools }) => asArray(tools)?.length !== 17);
      const keys = others.map(({ model, tools, messages }) =>
        JSON.stringify([model, asArray(tools)?.length, asObject(asArray(messages)?.[0])?.content]),
      );
      expect(file.transcript.children).toHaveLength(new Set(keys).size);
    });

    it('finds the compaction, which shows only in the requests', () => {
      expect(file.transcript.boundaries).toHaveLength(1);
      expect(file.transcript.boundaries[0]).toMatchObject({ kind: 'full', at: 26, trigger: 'unknown', isGuess: true });
      expect(file.transcript.messages).toHaveLength(26 + 6);
    });

    it('has the usage of each stream: input from its start, output from its end', () => {
      const counted = objects(file.values).flatMap(({ request, response }) => {
        const stream = asText(asObject(response)?.body_raw);
        if (stream === undefined || asArray(asObject(asObject(request)?.body)?.tools)?.length !== 17) return [];
        const number = (name: string) =>
          [...stream.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].map((m) => Number(m[1]));
        const sent = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
        return sent.reduce((sum, name) => sum + (number(name)[0] ?? 0), number('output_tokens').at(-1) ?? 0);
      });
      expect(file.transcript.calls.map(({ usage }) => (usage === undefined ? 0 : contextTotal(usage)))).toEqual(
        counted,
      );
    });

    it('answers every tool call of the main conversation', () => {
      expect(unpairedTools(file.transcript)).toEqual({ unanswered: [], orphans: [] });
    });
  });

  it.each([
    ['anthropic-messages/request-body-25-messages-17-tools.json', 17, 2, 'all'],
    ['anthropic-messages/bare-messages-array.json', 0, 0, 'none'],
  ] as const)('%s has 25 messages', (name, tools, system, systemInFile) => {
    const { transcript, warnings } = imported(anthropicMessages, name);
    expect(transcript.messages).toHaveLength(25);
    expect(transcript.tools).toHaveLength(tools);
    expect(transcript.system).toHaveLength(system);
    expect(transcript.systemInFile).toBe(systemInFile);
    expect(transcript.calls).toHaveLength(transcript.messages.filter(({ role }) => role === 'assistant').length);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('openai-chat/stored-completion-52k-prompt.json has 74 messages, and usage only at its last call', () => {
    const { values, transcript, warnings } = imported(openaiChat, 'openai-chat/stored-completion-52k-prompt.json');
    const messages = objects(asArray(asObject(values[0])?.messages) ?? []);
    const toolCalls = messages.flatMap(({ tool_calls }) => asArray(tool_calls) ?? []);
    const parts = transcript.messages.flatMap((message) => message.parts);
    expect(transcript.messages).toHaveLength(74);
    expect(parts.filter(({ kind }) => kind === 'tool-call')).toHaveLength(toolCalls.length);
    expect(transcript.calls.flatMap(({ usage }) => usage ?? [])).toEqual([
      { input: 52_529, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 9090 },
    ]);
    expect(transcript.calls.at(-1)).toMatchObject({ at: 73, model: 'gpt-5-2025-08-07' });
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('openai-responses/item-list.json has its 7 items as 5 messages, in order', () => {
    const { values, transcript, warnings } = imported(openaiResponses, 'openai-responses/item-list.json');
    expect(asArray(asObject(values[0])?.data)).toHaveLength(7);
    expect(transcript.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool']);
    expect(transcript.messages.map(({ parts }) => parts.map(({ kind }) => kind).join())).toEqual([
      'text',
      'thinking,text',
      'text',
      'thinking,tool-call',
      'tool-result',
    ]);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('mini-swe-agent/github-issue-v0.traj.json is a chat of 22 messages', () => {
    const { transcript, warnings } = imported(openaiChat, 'mini-swe-agent/github-issue-v0.traj.json');
    expect(transcript.messages).toHaveLength(22);
    expect(transcript.calls).toHaveLength(transcript.messages.filter(({ role }) => role === 'assistant').length);
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('harbor-atif: a summarization keeps the task, and what follows it is the summary', () => {
    const { values, transcript, warnings } = imported(
      harborAtif,
      'harbor-atif/hello-world-context-summarization.trajectory.json',
    );
    const steps = objects(asArray(asObject(values[0])?.steps));
    const metrics = steps.map((step) => asObject(step.metrics)).filter((numbers) => numbers !== undefined);
    expect(transcript.calls.map(({ usage }) => usage && inputSide(usage))).toEqual(
      metrics.map((numbers) => asCount(numbers.prompt_tokens)),
    );
    expect(largestCall(transcript)).toBe(1_700);
    const [first, summary] = [transcript.messages[0], transcript.messages[7]];
    expect(summary?.kind).toBe('summary');
    expect(transcript.boundaries).toMatchObject([
      { kind: 'full', at: 7, keptMessageIds: [first?.id], summaryMessageId: summary?.id },
    ]);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(warnings).toEqual([]);
    expectSound(transcript);
  });

  it('harbor-atif: copied steps are in the context, but are not calls', () => {
    const first = imported(harborAtif, 'harbor-atif/hello-world-context-summarization-linear-history.trajectory.json');
    expect(first.transcript.calls).toHaveLength(3);
    expect(first.transcript.boundaries).toMatchObject([{ at: first.transcript.messages.length }]);
    expect(first.warnings).toEqual(['The run continues in another file']);
    const next = imported(
      harborAtif,
      'harbor-atif/hello-world-context-summarization-linear-history.trajectory.cont-1.json',
    );
    expect(next.transcript.calls.map(({ at }) => at)).toEqual([4, 6, 8, 10]);
    expect(next.transcript.messages).toHaveLength(12);
    const summary = imported(
      harborAtif,
      'harbor-atif/hello-world-context-summarization.trajectory.summarization-1-summary.json',
    );
    expect(summary.transcript).toMatchObject({ calls: [{ at: 6 }], parentSessionId: expect.any(String) });
    for (const { transcript } of [first, next, summary]) expectSound(transcript);
  });
});
