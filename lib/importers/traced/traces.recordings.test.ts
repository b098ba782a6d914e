import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asArray, asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Transcript, Usage } from '../../transcript/transcript';
import { unpairedTools } from '../../transcript/unpaired-tools';
import { inputSide } from '../../transcript/usage';
import { langchain } from '../frameworks/langchain';
import { langfuse } from '../frameworks/langfuse';
import { otel } from '../frameworks/otel';
import type { Importer } from '../read/importer';

/** Facts of real recordings, counted here from the raw JSON. */
const folder = process.env.HIGHWATER_TRANSCRIPTS;

function imported(importer: Importer, name: string) {
  const value = JSON.parse(readFileSync(join(folder ?? '', name), 'utf8')) as Json;
  const warnings: string[] = [];
  const reading = importer.start({ fileName: name, warn: (_, __, what) => warnings.push(what) });
  const isList = Array.isArray(value) && importer.takesRecords === true;
  for (const [index, item] of (isList ? value : [value]).entries()) reading.add(item as Json, index + 1);
  return { value, transcripts: reading.finish(), warnings };
}

function objects(values: Json | undefined): JsonObject[] {
  return (asArray(values) ?? []).map((value) => asObject(value) ?? {});
}

function present(value: Json | undefined): JsonObject[] {
  const object = asObject(value);
  return object === undefined ? [] : [object];
}

function usages(transcripts: readonly Transcript[]): Usage[] {
  return transcripts.flatMap(({ calls, children }) => [
    ...calls.flatMap(({ usage }) => usage ?? []),
    ...usages(children),
  ]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

describe.skipIf(folder === undefined)('real recordings', () => {
  it('langchain: each AI message is a call, with the usage it records', () => {
    const { value, transcripts, warnings } = imported(langchain, 'langchain/serialized-messages.json');
    const kwargs = objects(value).map((message) => asObject(message.kwargs) ?? {});
    const recorded = kwargs.flatMap(({ usage_metadata }) => present(usage_metadata));
    const [transcript, ...more] = transcripts;
    if (transcript === undefined) throw new Error('It holds no transcript');
    expect([more, warnings]).toEqual([[], []]);
    expect(transcript.messages).toHaveLength(kwargs.length);
    expect(usages([transcript]).map(inputSide)).toEqual(recorded.map((usage) => asCount(usage.input_tokens)));
    expect(sum(usages([transcript]).map(({ output }) => output))).toBe(
      sum(recorded.map((usage) => asCount(usage.output_tokens) ?? 0)),
    );
    // In usage_metadata and in the provider's own usage: the same numbers.
    const own = kwargs.flatMap(({ response_metadata }) => present(asObject(response_metadata)?.usage));
    expect(usages([transcript]).map(({ cacheWrite5m }) => cacheWrite5m)).toEqual(
      own.map((usage) => usage.cache_creation_input_tokens),
    );
    expect(usages([transcript]).map(({ input }) => input)).toEqual(own.map((usage) => usage.input_tokens));
    expect(transcript.models).toEqual([asText(asObject(kwargs[1]?.response_metadata)?.model_name)]);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    const calls = transcript.messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool-call'));
    expect(calls).toHaveLength(sum(kwargs.map(({ tool_calls }) => asArray(tool_calls)?.length ?? 0)));
  });

  it('otel: each inner span of the AI SDK is a call; the outer ones repeat it', () => {
    const { value, transcripts, warnings } = imported(otel, 'otel/ai-sdk-v6-spans.json');
    const inner = objects(value)
      .filter(({ name }) => /\.do(?:Generate|Stream)$/.test(asText(name) ?? ''))
      .map(({ attributes }) => asObject(attributes) ?? {});
    expect(warnings).toEqual([]);
    expect(transcripts).toHaveLength(inner.length);
    expect(usages(transcripts).map(({ input, output }) => [input, output])).toEqual(
      inner.map((attributes) => [attributes['gen_ai.usage.input_tokens'], attributes['gen_ai.usage.output_tokens']]),
    );
    const sent = inner.map((attributes) => asText(attributes['ai.prompt.messages']) ?? '');
    // With the reply, and without the system prompt, which precedes them.
    expect(transcripts.map(({ messages, system }) => messages.length - 1 + system.length)).toEqual(
      sent.map((text) => objects(JSON.parse(text) as Json).length),
    );
    expect(transcripts.flatMap(({ models }) => models)).toEqual(inner.map((each) => each['gen_ai.response.model']));
  });

  it('langfuse: each generation is a call, with its usage; runs of one agent go on, another agent is a child', () => {
    const { value, transcripts, warnings } = imported(langfuse, 'otel/pydantic-ai-langfuse-trace.json');
    const generations = objects(asObject(value)?.observations).filter(({ type }) => type === 'GENERATION');
    const [transcript, ...more] = transcripts;
    if (transcript === undefined) throw new Error('It holds no transcript');
    expect([more, warnings]).toEqual([[], []]);
    const [child, ...others] = transcript.children;
    expect([others, child?.calls.length]).toEqual([[], 1]);
    expect(transcript.calls).toHaveLength(generations.length - 1);
    const recorded = generations.map(({ usageDetails }) => asObject(usageDetails) ?? {});
    for (const [kind, counted] of [
      ['input', usages(transcripts).map(inputSide)],
      ['output', usages(transcripts).map(({ output }) => output)],
    ] as const) {
      expect(sum(counted)).toBe(sum(recorded.map((details) => asCount(details[kind]) ?? 0)));
    }
    expect(transcript.boundaries).toEqual([]);
    const results = transcript.messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool-result'));
    const tools = objects(asObject(value)?.observations).filter(({ type }) => type === 'TOOL');
    expect(results).toHaveLength(tools.length);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(transcript.tools.length + (child?.tools.length ?? 0)).toBe(6);
  });
});
