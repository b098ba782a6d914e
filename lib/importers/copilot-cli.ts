import { asObject, asText, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Base64, Transcript } from '../transcript/transcript';
import { type Event, eventOf, Thread } from './copilot-cli/thread';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';

/**
 * The events of a session of the GitHub Copilot CLI.
 *
 *   user.message                       prompt, with what the CLI added to it
 *   assistant.message                  reply and call; of its usage, only the output is recorded
 *   tool.execution_complete            result
 *   session.compaction_complete        boundary and summary
 *   an agentId, or parentToolCallId    of a sub-agent
 */
export const copilotCli: Importer = {
  format: 'copilot-cli',
  takesRecords: true,
  start: (env) => new CopilotReading(env),
};

/** Their other events say nothing about the conversation. */
const OTHER_KINDS =
  /^(?:session|permission|hook|assistant|tool|skill|subagent|user_input|elicitation|sampling|external_tool|command|commands|mcp\w*|model|auto_mode_switch|session_limits_exhausted|capabilities|exit_plan_mode|pending_messages|canvas\w*|extensions|system)\./;

class CopilotReading implements Reading {
  private readonly assets = new Map<string, { readonly mediaType: string; readonly data: Base64 }>();
  private readonly main: Thread;
  private readonly agents = new Map<string, Thread>();
  /** The tool's call that started an agent, which is also how older versions name it. */
  private readonly startedBy = new Map<string, string>();
  private readonly titles = new Map<string, string>();
  private facts: Partial<Transcript> = {};
  private system: string | undefined;

  constructor(private readonly env: ImportEnv) {
    this.main = new Thread(env, this.assets, undefined);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const event = record === undefined ? undefined : eventOf(record, line);
    if (record === undefined || event === undefined) {
      this.env.warn('skipped', line, 'Not a Copilot event');
      return;
    }
    if (this.addFact(record, event)) return;
    const isKnown = this.threadOf(record, event.data).add(event);
    if (!isKnown && !OTHER_KINDS.test(event.type)) {
      this.env.warn('skipped', line, `Unknown Copilot event of type "${event.type.slice(0, 40)}"`);
    }
  }

  finish(): readonly Transcript[] {
    const { main, system, facts } = this;
    const transcript = main.transcript({
      systemInFile: system === undefined ? 'none' : 'some',
      system: system === undefined ? [] : [{ kind: 'text', text: system }],
      ...facts,
      children: this.children(),
    });
    if (transcript === undefined) return [];
    if (main.outputsAlone > 0) {
      this.env.warn('noticed', 0, 'Of the usage of calls, only the output is recorded: sizes are counted');
    }
    return [transcript];
  }

  private children(): readonly Transcript[] {
    return [...this.agents].flatMap(([agentId, thread]) => {
      const { sessionId: parentSessionId, agent } = this.facts;
      const title = this.titles.get(agentId);
      return thread.transcript({ systemInFile: 'none', agentId, ...given({ parentSessionId, agent, title }) }) ?? [];
    });
  }

  /** What is about the session, not about a conversation. */
  private addFact(record: JsonObject, { type, data, line }: Event): boolean {
    switch (type) {
      case 'session.start':
        this.addStart(data);
        return true;
      case 'session.model_change':
        this.main.model = asText(data.newModel) ?? this.main.model;
        return true;
      case 'system.message':
        this.addSystem(asText(data.content), line);
        return true;
      case 'session.binary_asset':
        this.addAsset(data);
        return true;
      case 'subagent.started':
        this.addAgent(record, data);
        return true;
      default:
        return false;
    }
  }

  private addStart(data: JsonObject): void {
    const version = asText(data.copilotVersion);
    this.main.model = asText(data.selectedModel) ?? this.main.model;
    this.facts = {
      agent: { name: 'GitHub Copilot CLI', ...given({ version }) },
      ...given({ sessionId: asText(data.sessionId), workingDirectory: asText(asObject(data.context)?.cwd) }),
    };
  }

  private addSystem(content: string | undefined, line: number): void {
    if (content === undefined || content === '') return;
    const text = wellFormed(content);
    if (this.system !== undefined && this.system !== text) {
      this.env.warn('noticed', line, 'The system prompt changed: the first one is kept');
    }
    this.system ??= text;
  }

  private addAsset(data: JsonObject): void {
    const [id, bytes] = [asText(data.assetId), asText(data.data)];
    if (id === undefined || bytes === undefined) return;
    const mediaType = asText(data.mimeType) ?? 'application/octet-stream';
    this.assets.set(id, { mediaType, data: bytes as Base64 });
  }

  private addAgent(record: JsonObject, data: JsonObject): void {
    const [agentId, callId] = [asText(record.agentId), asText(data.toolCallId)];
    const title = asText(data.agentDisplayName) ?? asText(data.agentName);
    const id = callId ?? agentId;
    if (agentId !== undefined && callId !== undefined) this.startedBy.set(agentId, callId);
    if (id !== undefined && title !== undefined) this.titles.set(id, wellFormed(title));
  }

  private threadOf(record: JsonObject, data: JsonObject): Thread {
    const agentId = asText(record.agentId);
    const id =
      (agentId === undefined ? undefined : this.startedBy.get(agentId)) ?? agentId ?? asText(data.parentToolCallId);
    if (id === undefined) return this.main;
    const known = this.agents.get(id) ?? new Thread(this.env, this.assets, this.main.model);
    this.agents.set(id, known);
    return known;
  }
}
