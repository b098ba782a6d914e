import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { ToolDefinition, Transcript, Usage } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { messagesIn, replyIn } from '../any-message/in-call';
import { readMessage } from '../any-message/read-message';
import { openaiUsage } from '../openai/usage';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { TracedCalls } from '../traced/traced-calls';
import { callFacts } from './call-facts';
import { orderOf } from './run';

/** Children of children; no real trace nests deeper. */
const MAX_DEPTH = 100;

/** They say what the program did between its calls. */
const NO_CALLS: ReadonlySet<string> = new Set(['chain', 'tool', 'retriever', 'prompt', 'parser', 'embedding']);

/** Runs of LangSmith: those of a model are the calls, all others only say where these belong. */
export class LangSmithRuns {
  private readonly calls: TracedCalls;

  constructor(private readonly env: ImportEnv) {
    this.calls = new TracedCalls(env, 'langchain');
  }

  add(value: Json, line: number, depth = 0): void {
    const run = asObject(value);
    const type = asText(run?.run_type);
    if (run === undefined || type === undefined) {
      this.env.warn('skipped', line, 'Not a run');
      return;
    }
    const metadata = asObject(asObject(run.extra)?.metadata);
    if (type === 'llm' || type === 'chat') this.addCall(run, metadata, line);
    else if (!NO_CALLS.has(type)) this.calls.passed(type);
    if (run.parent_run_id === undefined || run.parent_run_id === null) {
      this.calls.about(asText(run.trace_id) ?? '', given({ agent: asText(run.name) }));
    }
    const children = asArray(run.child_runs) ?? [];
    if (children.length > 0 && depth >= MAX_DEPTH) this.env.warn('skipped', line, 'A run nested too deeply');
    else for (const child of children) this.add(child, line, depth + 1);
  }

  finish(): readonly Transcript[] {
    return this.calls.finish();
  }

  private addCall(run: JsonObject, metadata: JsonObject | undefined, line: number): void {
    const { message, response } = replyIn(run.outputs);
    const reply = message === undefined ? undefined : readMessage(message);
    const facts = reply === undefined ? {} : callFacts(reply.fields);
    const error = asText(run.error);
    this.calls.add({
      line,
      order: orderOf(run),
      id: asText(run.id),
      parent: asText(run.parent_run_id),
      trace: asText(run.trace_id) ?? '',
      timeMs: asTimeMs(run.start_time),
      messages: messagesIn(run.inputs),
      tools: toolsOf(run),
      reply: reply?.parts,
      failure: reply === undefined && error !== undefined ? wellFormed(error) : undefined,
      call: {
        ...facts,
        ...given({
          model: facts.model ?? modelOf(run, metadata),
          usage: facts.usage ?? usageOf(run, response),
        }),
      },
      ...given({
        sessionId: asText(metadata?.thread_id) ?? asText(metadata?.session_id) ?? asText(metadata?.conversation_id),
      }),
    });
  }
}

function modelOf(run: JsonObject, metadata: JsonObject | undefined): string | undefined {
  const parameters = asObject(asObject(run.extra)?.invocation_params);
  return asText(metadata?.ls_model_name) ?? asText(parameters?.model) ?? asText(parameters?.model_name);
}

function toolsOf(run: JsonObject): readonly ToolDefinition[] | undefined {
  const parameters = asObject(asObject(run.extra)?.invocation_params);
  const tools = parameters?.tools ?? parameters?.functions ?? asObject(run.inputs)?.tools;
  return asArray(tools) === undefined ? undefined : toolDefinitions(tools);
}

function usageOf(run: JsonObject, response: JsonObject): Usage | undefined {
  const ofModel = asObject(response.llm_output);
  const written = response.usage ?? response.usage_metadata ?? ofModel?.token_usage ?? ofModel?.usage;
  return (
    callFacts({ usage_metadata: response.usage_metadata ?? null, response_metadata: { usage: written ?? null } })
      .usage ?? openaiUsage(run)
  );
}
