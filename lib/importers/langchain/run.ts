import { asArray, asNumber, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { unwrappedJson } from '../any-message/unwrapped-json';
import { has } from '../recognition/rule';

export function isRun(value: Json): boolean {
  const run = asObject(value);
  return run !== undefined && has(run, 'run_type');
}

/** `{run_type}`, `{runs: […]}` or a batch of what began and what ended; undefined if it is none of them. */
export function runsIn(record: JsonObject | undefined): readonly Json[] | undefined {
  if (record === undefined) return undefined;
  if (isRun(record)) return [record];
  const runs = asArray(record.runs);
  if (runs?.some(isRun)) return runs;
  const [post, patch] = [asArray(record.post), asArray(record.patch)];
  return post === undefined && patch === undefined ? undefined : batch(post ?? [], patch ?? []);
}

/** What is patched repeats the id and adds, as a rule, the outputs and the end. */
function batch(post: readonly Json[], patch: readonly Json[]): readonly Json[] {
  const runs = new Map<string, JsonObject>();
  for (const value of [...post, ...patch]) {
    const run = asObject(value) ?? {};
    const id = asText(run.id) ?? `run-${runs.size}`;
    const stated = Object.fromEntries(Object.entries(run).filter(([, field]) => field !== null));
    runs.set(id, { ...runs.get(id), ...stated });
  }
  return [...runs.values()];
}

/** Of a call to a model: `inputs.messages` in any of its shapes, or prompts as text. */
export function inputMessages(run: JsonObject): readonly Json[] {
  const inputs = unwrappedJson(run.inputs);
  const all = asObject(inputs);
  const list = asArray(inputs) ?? asArray(unwrappedJson(all?.messages)) ?? asArray(all?.prompts) ?? asArray(all?.input);
  const single = asText(all?.prompt) ?? asText(all?.input);
  // A batch: LangChain sends one list of messages, or several that do not belong together.
  const first = asArray(list?.[0]);
  const isBatch = first !== undefined && !(first.length === 2 && typeof first[0] === 'string');
  return (isBatch ? first : list) ?? (single === undefined ? [] : [single]);
}

/** The reply, and the response it is in. */
export function outputOf(run: JsonObject): { readonly message: Json | undefined; readonly response: JsonObject } {
  const outputs = unwrappedJson(run.outputs);
  const response = asObject(outputs) ?? {};
  const generation = firstOf(firstOf(response.generations)) ?? firstOf(response.generations);
  const generated = asObject(generation);
  const choice = asObject(firstOf(response.choices));
  const list = asArray(outputs) ?? asArray(response.messages);
  const own = response.role !== undefined || response.type !== undefined || response.kwargs !== undefined;
  return {
    response,
    message:
      generated?.message ??
      textReply(generated?.text) ??
      choice?.message ??
      response.message ??
      list?.at(-1) ??
      (own ? response : textReply(response.output ?? response.text)),
  };
}

function firstOf(value: Json | undefined): Json | undefined {
  return asArray(value)?.[0];
}

function textReply(value: Json | undefined): Json | undefined {
  const text = asText(value);
  return text === undefined ? (asObject(value) ?? undefined) : { role: 'assistant', content: text };
}

/** Runs are sorted by it: each part is a time and an id, from the first parent on. */
export function orderOf(run: JsonObject): string {
  const dotted = asText(run.dotted_order);
  if (dotted !== undefined) return dotted;
  const timeMs = asTimeMs(run.start_time) ?? asNumber(run.start_time);
  return timeMs === undefined ? '' : new Date(timeMs).toISOString().replace(/[-:.]/g, '');
}
