import { asArray, asCount, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Transcript } from '../../transcript/transcript';
import { given } from '../read/given';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import { has } from '../recognition/rule';
import { QwenThread } from './qwen-thread';

/**
 * Sessions of Qwen Code: records as those of Claude Code, with the content of Gemini CLI.
 *
 *   user, tool_result, assistant     prompt, results, reply with its call
 *   system chat_compression          boundary, with the new context
 *   a record after an earlier one    boundary: what came between was abandoned
 */
export const qwenCode: Importer = {
  format: 'qwen-code',
  recognisedBy: [
    {
      rule: 'R-L34',
      because: 'it has session records whose messages have parts',
      matches: (records) =>
        records.some(
          (record) =>
            has(record, 'uuid', 'parentUuid', 'sessionId') && asArray(asObject(record.message)?.parts) !== undefined,
        ),
    },
  ],
  takesRecords: true,
  start: (env) => new QwenReading(env),
};

class QwenReading implements Reading {
  private readonly main: QwenThread;
  private readonly agents = new Map<string, QwenThread>();
  private facts: Partial<Transcript> = {};
  private version: string | undefined;

  constructor(private readonly env: ImportEnv) {
    this.main = new QwenThread(env);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const type = asText(record?.type);
    if (record === undefined || type === undefined) {
      this.env.warn('skipped', line, 'Not a record of a session');
      return;
    }
    this.learn(record);
    const facts = { uuid: asText(record.uuid), timeMs: asTimeMs(record.timestamp), line };
    const thread = this.threadOf(record);
    thread.follow(asText(record.parentUuid), facts);
    if (type === 'user' || type === 'tool_result') thread.addUser(record, facts);
    else if (type === 'assistant') thread.addReply(record, facts);
    else if (type === 'system') thread.addSystem(record, facts);
    else this.env.warn('skipped', line, `Unknown Qwen Code record of type "${type.slice(0, 40)}"`);
  }

  /** A file of a sub-agent has only its records. */
  finish(): readonly Transcript[] {
    const { sessionId } = this.facts;
    const agents = [...this.agents].map(([agentId, thread]) =>
      thread.transcript({ ...this.named(), agentId, ...given({ parentSessionId: sessionId }) }),
    );
    if (this.main.isEmpty()) return agents.filter(({ messages }) => messages.length > 0);
    return [this.main.transcript({ ...this.named(), ...this.facts, children: agents })];
  }

  private named(): Partial<Transcript> {
    return { agent: { name: 'Qwen Code', ...given({ version: this.version }) } };
  }

  private threadOf(record: JsonObject): QwenThread {
    if (record.isSidechain !== true) return this.main;
    const agentId = asText(record.agentId) ?? 'agent';
    const thread = this.agents.get(agentId) ?? new QwenThread(this.env);
    this.agents.set(agentId, thread);
    return thread;
  }

  private learn(record: JsonObject): void {
    this.version = asText(record.version) ?? this.version;
    const title = asText(asObject(record.systemPayload)?.customTitle);
    this.facts = {
      ...given({ sessionId: asText(record.sessionId), workingDirectory: asText(record.cwd) }),
      ...this.facts,
      ...given({
        title: title === undefined || title === '' ? undefined : wellFormed(title),
        contextWindow: asCount(record.contextWindowSize) || undefined,
      }),
    };
  }
}
