import { asArray, asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ToolCallId, Transcript } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { imageFromUrl } from '../images/image-part';
import { openaiParts } from '../openai/content-part';
import { toolArguments } from '../openai/tool-arguments';
import { openaiUsage } from '../openai/usage';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { RepeatedCallIds } from '../read/repeated-call-ids';
import { userKind } from '../read/user-kind';
import { eventId, factsOf } from './event-facts';
import { type EventFacts, EventRun } from './event-run';
import { hasFailed, observedParts, recalledText } from './observation';
import type { EventReader } from './reader';
import { usageSince } from './usage';

/** Only for the program: no model sees them. */
const NOT_SEEN = new Set([
  ...['null', 'agent_state_changed', 'change_agent_state', 'pause', 'resume', 'start', 'stop', 'loop_recovery'],
  ...['server_ready', 'push', 'send_pr', 'add_task', 'modify_task', 'success'],
]);

/** Agents that an agent starts; no real run nests deeper. */
const MAX_DEPTH = 5;

/** An agent, and the action that started it. */
interface Level {
  readonly run: EventRun;
  readonly startedBy: string | undefined;
  readonly children: Transcript[];
  /** Its running totals after its latest act: of one that had none before, those of the first are not known. */
  counted?: Json | undefined;
  acts: number;
}

/** The first generation: actions, and observations that they cause. An agent that was started has its events in between. */
export class FirstEvents implements EventReader {
  private readonly levels: [Level, ...Level[]];
  private readonly ids = new RepeatedCallIds();
  private readonly callIds = new Map<string, ToolCallId>();
  /** Calls of the oldest files, which have no ids: the results are in the same order. */
  private readonly inOrder: ToolCallId[] = [];
  private answered = 0;
  private isRequestedByUser = false;
  private known: Partial<Transcript> = { agent: { name: 'OpenHands' } };

  constructor(
    private readonly env: ImportEnv,
    private readonly model: string | undefined,
  ) {
    this.levels = [{ run: new EventRun(env), startedBy: undefined, children: [], acts: 0 }];
  }

  get run(): EventRun {
    return this.levels[0].run;
  }

  add(event: JsonObject, line: number): void {
    const facts = factsOf(event, line);
    const [action, observation] = [asText(event.action), asText(event.observation)];
    if (NOT_SEEN.has(action ?? observation ?? '')) return;
    if (observation !== undefined) this.addObservation(observation, event, facts);
    else if (action !== undefined) this.addAction(action, event, facts);
  }

  facts(): Partial<Transcript> {
    while (this.levels.length > 1) this.endAgent();
    return { ...this.known, children: this.levels[0].children };
  }

  private get level(): Level {
    return this.levels.at(-1) ?? this.levels[0];
  }

  private addAction(type: string, event: JsonObject, facts: EventFacts): void {
    const args = asObject(event.args) ?? {};
    const { run } = this.level;
    if (type === 'recall') return;
    if (type === 'system') {
      run.addSystem(facts);
      if (this.levels.length === 1) this.addSystem(args);
    } else if (type === 'condensation_request') this.isRequestedByUser = asText(event.source) === 'user';
    else if (type === 'condensation') {
      run.condense(facts, { ...condensed(args), isManual: this.isRequestedByUser });
      this.isRequestedByUser = false;
    } else if (asText(event.source) === 'agent') this.addAct(type, event, args, facts);
    else if (type === 'message') {
      const parts = [...openaiParts(args.content), ...images(args.image_urls)];
      run.addMessage(facts, 'user', userKind(parts), parts);
    } else {
      const said = asText(args.command) ?? asText(event.message) ?? type;
      run.addMessage(facts, 'user', 'command-echo', openaiParts(said));
    }
  }

  private addSystem(args: JsonObject): void {
    const system = openaiParts(args.content);
    const version = asText(args.openhands_version);
    this.known = {
      ...this.known,
      system,
      tools: toolDefinitions(args.tools),
      systemInFile: 'all',
      agent: { name: 'OpenHands', ...given({ version }) },
    };
  }

  private addAct(type: string, event: JsonObject, args: JsonObject, facts: EventFacts): void {
    const { level, model } = this;
    const metadata = asObject(event.tool_call_metadata);
    const response = asObject(metadata?.model_response);
    const responseId = asText(response?.id);
    const counted = asObject(event.llm_metrics)?.accumulated_token_usage;
    const isKnown = level.acts === 0 || level.counted !== undefined;
    const usage = openaiUsage(response?.usage) ?? (isKnown ? usageSince(level.counted, counted) : undefined);
    level.counted = counted;
    level.acts += 1;
    const said = type === 'message' || type === 'finish' || type === 'reject';
    const parts = said
      ? saidParts(args, response)
      : response !== undefined
        ? this.responseParts(response, responseId ?? '')
        : this.actionParts(type, args, event, facts);
    const used = given({ usage, model: asText(response?.model) ?? model });
    level.run.addAct(facts, { responseId, parts, ...used });
    const own = this.metadataCallId(metadata);
    if (own !== undefined) this.callIds.set(`event ${facts.id}`, own);
    if (type === 'delegate' && this.levels.length < MAX_DEPTH) {
      this.levels.push({ run: new EventRun(this.env), startedBy: facts.id, children: [], acts: 0 });
    }
  }

  /** All of a response, as the model gave it: its events repeat it. */
  private responseParts(response: JsonObject, responseId: string): Part[] {
    const message = asObject(asObject(asArray(response.choices)?.[0])?.message) ?? {};
    const thinking = asText(message.reasoning_content) ?? '';
    const calls = (asArray(message.tool_calls) ?? []).map((value): Part => {
      const call = asObject(value);
      const definition = asObject(call?.function);
      const id = this.callIdOf(responseId, asText(call?.id) ?? '');
      return {
        kind: 'tool-call',
        id,
        name: asText(definition?.name) ?? 'unknown',
        input: toolArguments(definition?.arguments),
      };
    });
    return [
      ...(thinking === '' ? [] : [{ kind: 'thinking', text: wellFormed(thinking) } as const]),
      ...openaiParts(message.content),
      ...calls,
    ];
  }

  /** Without function calling, the action is the call. */
  private actionParts(type: string, { thought, ...args }: JsonObject, event: JsonObject, facts: EventFacts): Part[] {
    const id = this.ids.asked(`event-${facts.id}`);
    this.callIds.set(`event ${facts.id}`, id);
    if (event.id === undefined) this.inOrder.push(id);
    const text = asText(thought) ?? asText(asObject(thought)?.text);
    return [...openaiParts(text), { kind: 'tool-call', id, name: type, input: toolArguments(args) }];
  }

  private callIdOf(responseId: string, id: string): ToolCallId {
    const key = `response ${responseId} ${id}`;
    const known = this.callIds.get(key) ?? this.ids.asked(id);
    this.callIds.set(key, known);
    return known;
  }

  private metadataCallId(metadata: JsonObject | undefined): ToolCallId | undefined {
    const responseId = asText(asObject(metadata?.model_response)?.id) ?? '';
    return this.callIds.get(`response ${responseId} ${asText(metadata?.tool_call_id) ?? ''}`);
  }

  private addObservation(type: string, event: JsonObject, facts: EventFacts): void {
    const cause = eventId(event.cause);
    if (type === 'delegate' && cause !== undefined && cause === this.level.startedBy) this.endAgent();
    const { run } = this.level;
    if (type === 'recall') {
      const text = recalledText(event);
      if (text !== '') run.addMessage(facts, 'user', 'injected', openaiParts(text));
      return;
    }
    this.learnFolder(event);
    const callId = this.metadataCallId(asObject(event.tool_call_metadata)) ?? this.callOf(cause, event);
    const parts = observedParts(type, event);
    if (callId !== undefined) run.addResult(facts, callId, parts, hasFailed(type, event));
    else {
      const kind = type === 'error' ? 'error' : event.source === 'user' ? 'command-echo' : 'injected';
      run.addMessage(facts, 'user', kind, parts);
    }
  }

  private callOf(cause: string | undefined, event: JsonObject): ToolCallId | undefined {
    if (cause !== undefined) return this.callIds.get(`event ${cause}`);
    if (event.id !== undefined || this.answered >= this.inOrder.length) return undefined;
    this.answered += 1;
    return this.inOrder[this.answered - 1];
  }

  private learnFolder(event: JsonObject): void {
    const folder = asText(asObject(asObject(event.extras)?.metadata)?.working_dir);
    if (folder === undefined || folder === '' || this.known.workingDirectory !== undefined) return;
    this.known = { ...this.known, workingDirectory: folder };
  }

  private endAgent(): void {
    const ended = this.levels.length > 1 ? this.levels.pop() : undefined;
    if (ended === undefined || ended.run.isEmpty()) return;
    const agentId = `agent-${ended.startedBy ?? ''}`;
    this.level.children.push(ended.run.transcript({ agentId, children: ended.children }));
  }
}

/** A call of `finish` is sent as what it says. */
function saidParts(args: JsonObject, response: JsonObject | undefined): Part[] {
  const message = asObject(asObject(asArray(response?.choices)?.[0])?.message);
  const thought = asText(args.thought) ?? asText(asObject(args.thought)?.text);
  const texts = [args.content, thought, message?.content, args.final_thought].flatMap((value) => asText(value) ?? []);
  const said = [...new Set(texts.filter((text) => text.trim() !== ''))].join('\n');
  return [...openaiParts(said), ...images(args.image_urls)];
}

function images(urls: Json | undefined): Part[] {
  return (asArray(urls) ?? []).flatMap((url) => (typeof url === 'string' && url !== '' ? imageFromUrl(url) : []));
}

function condensed(args: JsonObject) {
  const ids = new Set((asArray(args.forgotten_event_ids) ?? []).flatMap((id) => eventId(id) ?? []));
  const [start, end] = [asCount(args.forgotten_events_start_id), asCount(args.forgotten_events_end_id)];
  const isBetween = (id: string) =>
    start !== undefined && end !== undefined && Number(id) >= start && Number(id) <= end;
  return {
    forgotten: (id: string) => ids.has(id) || isBetween(id),
    summary: summaryOf(args.summary),
    offset: asCount(args.summary_offset),
  };
}

function summaryOf(value: Json | undefined): string | undefined {
  const summary = asText(value);
  return summary === undefined || summary === '' ? undefined : wellFormed(summary);
}
