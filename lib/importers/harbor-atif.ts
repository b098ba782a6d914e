import { asArray, asCount, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { MessageId, Part, ResultPart, ToolCallId, ToolCallPart, Transcript } from '../transcript/transcript';
import { toolDefinitions } from './anthropic/tool-definitions';
import { openaiResultParts } from './openai/content-part';
import { toolArguments } from './openai/tool-arguments';
import { openaiUsage } from './openai/usage';
import { CONTINUES } from './read/continued-run';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';
import { userKind } from './read/user-kind';

/**
 * A run of an agent in Harbor, in the Agent Trajectory Interchange Format. A step of the agent is its reply, its tool calls
 * and their results.
 *
 *   user    the task                          prompt
 *   agent   message, tool_calls        ──▶    reply, with its call
 *           observation                       results
 *   system  summarization                     boundary: the task stays
 *   user    the handoff                       summary
 */
export const harborAtif: Importer = {
  format: 'harbor-atif',
  recognisedBy: [
    {
      rule: 'R-D1',
      because: 'its schema_version is ATIF',
      matchesDocument: (o) => asText(o.schema_version)?.startsWith('ATIF') === true,
    },
  ],
  start: (env) => new AtifReading(env),
};

/** Sub-agents of sub-agents; no real run nests deeper. */
const MAX_DEPTH = 5;

class AtifReading implements Reading {
  private readonly transcripts: Transcript[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const document = asObject(value);
    const steps = asArray(document?.steps);
    if (document === undefined || steps === undefined) this.env.warn('skipped', line, 'Not a trajectory');
    else this.transcripts.push(...trajectory(document, steps, this.env, 0));
  }

  finish(): readonly Transcript[] {
    return this.transcripts;
  }
}

/** None without messages. */
function trajectory(document: JsonObject, steps: readonly Json[], env: ImportEnv, depth: number): Transcript[] {
  const run = new AtifRun(env, asText(asObject(document.agent)?.model_name));
  for (const [index, step] of steps.entries()) run.add(step, index + 1);
  if (run.draft.isEmpty()) return [];
  noticeOrphanResults(run.draft.messages, env);
  const next = asText(document.continued_trajectory_ref);
  if (next !== undefined) {
    env.warn('noticed', steps.length, CONTINUES);
    env.continues?.(next);
  }
  const sessionId = asText(document.session_id);
  const parentSessionId = asText(asObject(asObject(document.agent)?.extra)?.parent_session_id);
  return [
    run.transcript({
      ...whoAndWhat(document),
      ...given({ sessionId, parentSessionId, agentId: parentSessionId === undefined ? undefined : sessionId }),
      children: childrenOf(document, env, depth).map((child) => ({
        ...child,
        ...given({ parentSessionId: sessionId }),
      })),
    }),
  ];
}

function childrenOf(document: JsonObject, env: ImportEnv, depth: number): readonly Transcript[] {
  const children = asArray(document.subagent_trajectories) ?? [];
  if (children.length > 0 && depth >= MAX_DEPTH) {
    env.warn('skipped', 0, 'A sub-agent nested too deeply');
    return [];
  }
  return children.flatMap((value) => {
    const child = asObject(value) ?? {};
    const id = asText(child.trajectory_id) ?? asText(child.session_id);
    return trajectory(child, asArray(child.steps) ?? [], env, depth + 1).map((each) => ({
      ...each,
      ...given({ agentId: id }),
    }));
  });
}

function whoAndWhat(document: JsonObject): Partial<Transcript> {
  const agent = asObject(document.agent);
  const name = asText(agent?.name);
  return {
    tools: toolDefinitions(agent?.tool_definitions),
    ...given({
      formatVersion: asText(document.schema_version),
      agent: name === undefined ? undefined : { name, ...given({ version: asText(agent?.version) }) },
    }),
  };
}

class AtifRun {
  readonly draft = new TranscriptDraft();
  private hasSystem = false;
  /** A summarization whose handoff is the next message of the user. */
  private summarization:
    | { readonly at: number; readonly timeMs: number | undefined; readonly line: number }
    | undefined;

  constructor(
    private readonly env: ImportEnv,
    private readonly model: string | undefined,
  ) {}

  add(value: Json, line: number): void {
    const step = asObject(value);
    if (step === undefined) {
      this.env.warn('skipped', line, 'Not a step');
      return;
    }
    const source = asText(step.source);
    if (source === 'agent') this.addAgentStep(step, line);
    else if (source === 'system') this.addSystemStep(step, line);
    else {
      if (source !== 'user')
        this.env.warn('guessed', line, `Unknown source "${source?.slice(0, 40) ?? ''}" treated as user`);
      this.addUserStep(step, line);
    }
  }

  transcript(rest: Partial<Transcript>): Transcript {
    this.endSummarization(undefined);
    const known = [this.hasSystem, (rest.tools ?? []).length > 0];
    const systemInFile = known.every(Boolean) ? 'all' : known.some(Boolean) ? 'some' : 'none';
    return this.draft.transcript({ format: 'harbor-atif', systemInFile, ...rest });
  }

  private addUserStep(step: JsonObject, line: number): void {
    const parts = contentParts(step.message);
    const kind = this.summarization === undefined ? userKind(parts) : 'summary';
    const { id } = this.draft.addMessage({ role: 'user', kind, parts, line, timeMs: asTimeMs(step.timestamp) });
    this.endSummarization(id);
    this.addObservation(step, line);
  }

  private addSystemStep(step: JsonObject, line: number): void {
    const timeMs = asTimeMs(step.timestamp);
    if (isSummarization(step)) {
      this.endSummarization(undefined);
      this.summarization = { at: this.draft.messages.length, timeMs, line };
      return;
    }
    this.hasSystem = true;
    this.draft.addMessage({ role: 'system', kind: 'injected', parts: contentParts(step.message), line, timeMs });
    this.addObservation(step, line);
  }

  /** Copied from an earlier file, or made without a model: then it is in the context, but not a call. */
  private addAgentStep(step: JsonObject, line: number): void {
    const timeMs = asTimeMs(step.timestamp);
    const thinking = asText(step.reasoning_content) ?? '';
    const calls = toolCalls(step, line);
    const parts: Part[] = [
      ...(thinking === '' ? [] : [{ kind: 'thinking', text: wellFormed(thinking) } as const]),
      ...contentParts(step.message),
      ...calls,
    ];
    const requests = asCount(step.llm_call_count) ?? 1;
    if (step.is_copied_context === true || requests === 0) {
      this.draft.addMessage({ role: 'assistant', kind: 'reply', parts, line, timeMs });
    } else {
      const model = asText(step.model_name) ?? this.model;
      const usage = requests === 1 ? usageOf(step) : undefined;
      if (requests > 1)
        this.env.warn('noticed', line, 'A step of several calls: its usage is their sum, and is not used');
      this.draft.addReply({ parts, line, timeMs, model, usage });
    }
    this.addObservation(step, line, calls.at(-1)?.id);
  }

  /** Results without a call's id answer the whole step. Agents that only see a terminal have no calls. */
  private addObservation(step: JsonObject, line: number, last?: ToolCallId): void {
    const results = new Map<ToolCallId, ResultPart[]>();
    const seen: ResultPart[] = [];
    for (const value of asArray(asObject(step.observation)?.results) ?? []) {
      const result = asObject(value);
      const callId = (asText(result?.source_call_id) as ToolCallId | undefined) ?? last;
      const parts = contentParts(result?.content);
      if (callId === undefined) seen.push(...parts);
      else results.set(callId, [...(results.get(callId) ?? []), ...parts]);
    }
    const answers = [...results].map(
      ([callId, parts]) => ({ kind: 'tool-result', callId, parts, isError: false }) as const,
    );
    const rest = { line, timeMs: asTimeMs(step.timestamp) };
    if (answers.length > 0) this.draft.addMessage({ role: 'tool', kind: 'tool-results', parts: answers, ...rest });
    if (seen.length > 0) this.draft.addMessage({ role: 'user', kind: 'injected', parts: seen, ...rest });
  }

  /** The agent starts again from the task, with what precedes it, and the handoff. */
  private endSummarization(summaryMessageId: MessageId | undefined): void {
    const { summarization } = this;
    if (summarization === undefined) return;
    this.summarization = undefined;
    const before = this.draft.messages.slice(0, summarization.at);
    const task = before.findIndex(({ kind }) => kind === 'prompt');
    this.draft.boundaries.push({
      kind: 'full',
      at: summarization.at,
      trigger: 'auto',
      keptMessageIds: before.slice(0, task + 1).map(({ id }) => id),
      keptPosition: 'before-summary',
      line: summarization.line,
      ...given({ timeMs: summarization.timeMs, summaryMessageId }),
    });
  }
}

function isSummarization(step: JsonObject): boolean {
  const refs = (asArray(asObject(step.observation)?.results) ?? []).flatMap(
    (result) => asArray(asObject(result)?.subagent_trajectory_ref) ?? [],
  );
  return refs.some((ref) => {
    const { session_id: id, trajectory_path: path } = asObject(ref) ?? {};
    return [id, path].some((name) => /\bsummarization-\d/.test(asText(name) ?? ''));
  });
}

function toolCalls(step: JsonObject, line: number): readonly ToolCallPart[] {
  return (asArray(step.tool_calls) ?? []).map((value, index) => {
    const call = asObject(value) ?? {};
    return {
      kind: 'tool-call',
      id: (asText(call.tool_call_id) ?? `made-${line}-${index + 1}`) as ToolCallId,
      name: asText(call.function_name) ?? 'unknown',
      input: toolArguments(call.arguments),
    };
  });
}

/** Text, or text and images that are files beside the trajectory. */
function contentParts(content: Json | undefined): ResultPart[] {
  const parts = asArray(content);
  if (parts === undefined) return openaiResultParts(content);
  return parts.flatMap((value): ResultPart[] => {
    const part = asObject(value);
    const source = part?.type === 'image' ? asObject(part.source) : undefined;
    const url = asText(source?.path);
    if (url === undefined) return openaiResultParts([value]);
    return [{ kind: 'image', mediaType: asText(source?.media_type) ?? 'image/unknown', url }];
  });
}

/** Like OpenAI's: the prompt includes what was read from the cache. */
function usageOf({ metrics }: JsonObject) {
  const numbers = asObject(metrics);
  if (numbers === undefined) return undefined;
  return openaiUsage({
    prompt_tokens: numbers.prompt_tokens ?? null,
    completion_tokens: numbers.completion_tokens ?? null,
    cached_input_tokens: numbers.cached_tokens ?? null,
  });
}
