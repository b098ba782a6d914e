import { asArray, asNumber, asObject, asText, type Json, type JsonObject } from '../../base/json';

/**
 * A message of the user interface as the messages that the model saw. One of the assistant has several steps, each a call
 * and the results of its tools:
 *
 *   assistant  step-start, text, tool-ls (with output), step-start, text
 *        ──▶   reply (text, call) · result · reply (text)
 *
 * A message that is already one for a model stays as it is.
 */
export function forModel(value: Json): readonly Json[] {
  const message = asObject(value);
  const parts = asArray(message?.parts);
  const calls = asArray(message?.toolInvocations);
  if (message === undefined || (parts === undefined && calls === undefined)) return [value];
  if (message.role !== 'assistant') return [asked(message, parts ?? [])];
  return steps(message, parts ?? olderParts(message, calls ?? []));
}

function asked(message: JsonObject, parts: readonly Json[]): Json {
  return { ...withoutParts(message), content: parts.filter((part) => !isForScreen(part)) };
}

/** Version 4 kept the calls beside the text, which came last. */
function olderParts({ content, reasoning }: JsonObject, calls: readonly Json[]): readonly Json[] {
  return [
    ...(asText(reasoning) ? [{ type: 'reasoning', text: reasoning ?? '' }] : []),
    ...calls.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    ...(asText(content) ? [{ type: 'text', text: content ?? '' }] : []),
  ];
}

/** Sources and custom data are shown, not sent. */
export function isForScreen(part: Json): boolean {
  return /^(?:source-|data-|source$)/.test(asText(asObject(part)?.type) ?? '');
}

interface Step {
  readonly said: Json[];
  readonly results: Json[];
  /** Of version 4. */
  number: number | undefined;
}

function steps(message: JsonObject, parts: readonly Json[]): readonly Json[] {
  const made: Step[] = [];
  let step: Step | undefined;
  for (const value of parts) {
    const part = asObject(value) ?? { type: 'text', text: value };
    if (isForScreen(part)) continue;
    const call = toolPart(part);
    // What is said after a result is the next answer, whether or not a part says where it starts.
    const isNext = step !== undefined && step.results.length > 0 && (call === undefined || call.number !== step.number);
    if (part.type === 'step-start' || step === undefined || isNext) {
      step = { said: [], results: [], number: call?.number };
      made.push(step);
    }
    if (call === undefined) step.said.push(part);
    else {
      step.number = call.number;
      step.said.push(call.call);
      if (call.result !== undefined) step.results.push(call.result);
    }
  }
  const answered = made.filter(({ said }) => said.some((part) => asObject(part)?.type !== 'step-start'));
  // The usage of a message is that of all its steps, which is no size of a context.
  const metadata = answered.length > 1 ? { ...asObject(message.metadata), usage: null } : (message.metadata ?? null);
  return answered.flatMap(({ said, results }, index) => [
    { ...withoutParts(message), ...(index === 0 ? {} : { id: null }), metadata, content: said },
    ...(results.length === 0 ? [] : [{ role: 'tool', content: results, createdAt: message.createdAt ?? null }]),
  ]);
}

function withoutParts({ parts: _, toolInvocations: __, reasoning: ___, ...message }: JsonObject): JsonObject {
  return message;
}

interface ToolPart {
  readonly call: Json;
  /** Missing while the tool runs. */
  readonly result: Json | undefined;
  readonly number: number | undefined;
}

/** `tool-<name>`, `dynamic-tool`, or `tool-invocation` of version 4: a call and its result. */
function toolPart(part: JsonObject): ToolPart | undefined {
  const type = asText(part.type) ?? '';
  if (type === 'tool-invocation') return toolInvocation(asObject(part.toolInvocation) ?? {});
  const isTool = type === 'dynamic-tool' || (type.startsWith('tool-') && asText(part.toolCallId) !== undefined);
  if (!isTool || asText(part.state) === undefined) return undefined;
  const names = {
    toolCallId: part.toolCallId ?? null,
    toolName: type === 'dynamic-tool' ? (part.toolName ?? null) : type.slice('tool-'.length),
  };
  return {
    call: { type: 'tool-call', ...names, input: part.input ?? part.rawInput ?? null },
    result: resultOf(part, names),
    number: undefined,
  };
}

function resultOf(part: JsonObject, names: JsonObject): Json | undefined {
  switch (part.state) {
    case 'output-available':
      return { type: 'tool-result', ...names, result: part.output ?? null };
    case 'output-error':
      return { type: 'tool-result', ...names, result: part.errorText ?? null, isError: true };
    case 'output-denied':
      return { type: 'tool-result', ...names, result: asObject(part.approval)?.reason ?? null, isError: true };
    default:
      return undefined;
  }
}

function toolInvocation(call: JsonObject): ToolPart {
  const names = { toolCallId: call.toolCallId ?? null, toolName: call.toolName ?? null };
  return {
    call: { type: 'tool-call', ...names, input: call.args ?? null },
    result: call.state === 'result' ? { type: 'tool-result', ...names, result: call.result ?? null } : undefined,
    number: asNumber(call.step),
  };
}
