import { asArray, asCount, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallId, Transcript } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { openaiParts, openaiResultParts } from '../openai/content-part';
import { toolArguments } from '../openai/tool-arguments';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { userKind } from '../read/user-kind';
import { eventId, factsOf } from './event-facts';
import { type EventFacts, EventRun } from './event-run';
import type { EventReader } from './reader';
import { metricsUsage, responseIdOf } from './usage';

/** Only for the program: no model sees them. */
const NOT_SEEN = new Set([
  'PauseEvent',
  'TokenEvent',
  'LLMCompletionLogEvent',
  'CondensationSummaryEvent',
  'HookExecutionEvent',
]);

/** The second generation: events of the SDK. */
export class SdkEvents implements EventReader {
  readonly run: EventRun;
  private isRequestedByUser = false;
  private known: Partial<Transcript> = { agent: { name: 'OpenHands' } };
  private model: string | undefined;

  constructor(private readonly env: ImportEnv) {
    this.run = new EventRun(env);
  }

  add(event: JsonObject, line: number): void {
    const facts = factsOf(event, line);
    const kind = asText(event.kind) ?? '';
    switch (kind) {
      case 'SystemPromptEvent':
        this.addSystem(event, facts);
        return;
      case 'MessageEvent':
        this.addMessage(event, facts);
        return;
      case 'ActionEvent':
        this.addAct(event, facts, [...thinking(event), ...openaiParts(event.thought), call(event)]);
        return;
      case 'ObservationEvent':
        this.addResult(event, facts, observed(event.observation), asObject(event.observation)?.is_error === true);
        return;
      case 'AgentErrorEvent':
        this.addResult(event, facts, openaiResultParts(event.error), true);
        return;
      case 'UserRejectObservation':
        this.addResult(event, facts, openaiResultParts(event.rejection_reason), true);
        return;
      case 'CondensationRequest':
        this.isRequestedByUser = asText(event.source) === 'user';
        return;
      case 'Condensation':
        this.condense(event, facts);
        return;
      case 'ConversationStateUpdateEvent':
        this.addState(event);
        return;
      case 'ConversationErrorEvent':
        this.addError(event, facts);
        return;
      default:
        if (!NOT_SEEN.has(kind)) this.env.warn('skipped', line, `Unknown OpenHands event "${kind.slice(0, 40)}"`);
    }
  }

  facts(): Partial<Transcript> {
    return this.known;
  }

  private addSystem(event: JsonObject, facts: EventFacts): void {
    this.run.addSystem(facts);
    const prompts = [event.system_prompt, event.dynamic_context].flatMap((part) => (part === undefined ? [] : [part]));
    this.known = {
      ...this.known,
      system: prompts.flatMap((part) => openaiParts(part)),
      tools: toolDefinitions(event.tools),
      systemInFile: 'all',
    };
  }

  private addMessage(event: JsonObject, facts: EventFacts): void {
    const message = asObject(event.llm_message) ?? {};
    const parts = [...openaiParts(message.content), ...openaiParts(event.extended_content)];
    if (asText(message.role) === 'assistant') this.addAct(event, facts, [...thinking(message), ...parts]);
    else {
      const kind = asText(event.source) === 'environment' ? 'injected' : userKind(parts);
      this.run.addMessage(facts, 'user', kind, parts);
    }
  }

  private addAct(event: JsonObject, facts: EventFacts, parts: readonly Part[]): void {
    const responseId = asText(event.llm_response_id);
    this.run.addAct(facts, { responseId, parts, model: this.model });
  }

  private addResult(event: JsonObject, facts: EventFacts, parts: readonly ResultPart[], isError: boolean): void {
    const callId = asText(event.tool_call_id) ?? `event-${facts.id}`;
    this.run.addResult(facts, callId as ToolCallId, parts, isError);
  }

  private condense(event: JsonObject, facts: EventFacts): void {
    const ids = new Set((asArray(event.forgotten_event_ids) ?? []).flatMap((id) => eventId(id) ?? []));
    const summary = asText(event.summary);
    this.run.condense(facts, {
      forgotten: (id) => ids.has(id),
      summary: summary === undefined || summary === '' ? undefined : wellFormed(summary),
      offset: asCount(event.summary_offset),
      isManual: this.isRequestedByUser,
    });
    this.isRequestedByUser = false;
  }

  /** The state as it changes, or all of it at the start. Counts are listed by the purpose of the model. */
  private addState(event: JsonObject): void {
    const value = asObject(event.value);
    const isAll = asText(event.key) === 'full_state';
    const stats = asText(event.key) === 'stats' ? value : isAll ? asObject(value?.stats) : undefined;
    if (isAll) {
      this.model = asText(asObject(asObject(value?.agent)?.llm)?.model) ?? this.model;
      const folder = asText(asObject(value?.workspace)?.working_dir);
      this.known = { ...this.known, ...given({ workingDirectory: folder, sessionId: asText(value?.id) }) };
    }
    for (const metrics of Object.values(asObject(stats?.usage_to_metrics) ?? {})) {
      for (const counts of asArray(asObject(metrics)?.token_usages) ?? []) {
        const [id, usage] = [responseIdOf(counts), metricsUsage(counts)];
        if (id !== undefined && usage !== undefined) this.run.usageOf.set(id, usage);
      }
    }
  }

  private addError(event: JsonObject, { line, timeMs }: EventFacts): void {
    const text = [event.code, event.detail].flatMap((part) => asText(part) ?? []).join(': ');
    const at = this.run.draft.messages.length;
    this.run.draft.events.push({ kind: 'api-error', at, text: wellFormed(text), line, ...given({ timeMs }) });
  }
}

function call(event: JsonObject): Part {
  const said = asObject(event.tool_call);
  const args = said?.arguments ?? asObject(said?.function)?.arguments ?? event.action;
  const id = (asText(event.tool_call_id) ?? asText(said?.id) ?? `event-${eventId(event.id) ?? ''}`) as ToolCallId;
  return {
    kind: 'tool-call',
    id,
    name: asText(event.tool_name) ?? asText(said?.name) ?? 'unknown',
    input: toolArguments(args),
  };
}

function thinking({ reasoning_content, thinking_blocks }: JsonObject): Part[] {
  const blocks = openaiParts(thinking_blocks).filter(({ kind }) => kind === 'thinking');
  const text = asText(reasoning_content) ?? '';
  if (blocks.length > 0 || text === '') return blocks;
  return [{ kind: 'thinking', text: wellFormed(text) }];
}

/** Newer tools answer with content, older ones with fields of their own. */
function observed(value: Json | undefined): ResultPart[] {
  const observation = asObject(value);
  if (observation === undefined) return openaiResultParts(value);
  const content = observation.content ?? observation.output ?? observation.message;
  if (content !== undefined) return openaiResultParts(content);
  const { kind: _, ...rest } = observation;
  return [{ kind: 'text', text: wellFormed(JSON.stringify(boundedDepth(rest).value)) }];
}
