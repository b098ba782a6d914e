import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Transcript } from '../transcript/transcript';
import { QwenThread } from './qwen-code/thread';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { has } from './recognition/rule';

/**
 * Sessions of Qwen Code: records in the format of the Gemini API, each of which names the one before it.
 *
 *   user, tool_result            prompt, results
 *   assistant                    reply, and a call with its usageMetadata
 *   system/chat_compression      boundary: compressedHistory is the new context
 *   an agentId                   of a sub-agent, which usually has a file of its own
 */
export const qwenCode: Importer = {
  format: 'qwen-code',
  recognisedBy: [
    {
      rule: 'R-L17',
      because: 'its records have a uuid, a parentUuid, and messages with parts or a systemPayload',
      matches: (records) => records.some((record) => has(record, 'uuid', 'parentUuid') && isQwenRecord(record)),
    },
  ],
  takesRecords: true,
  start: (env) => new QwenReading(env),
};

/** Those of Claude Code have the same ids. */
function isQwenRecord({ message, systemPayload }: JsonObject): boolean {
  return asArray(asObject(message)?.parts) !== undefined || asObject(systemPayload) !== undefined;
}

class QwenReading implements Reading {
  private readonly threads = new Map<string, QwenThread>();
  private readonly names = new Map<string, string>();
  private sessionId: string | undefined;
  private parentSessionId: string | undefined;
  private version: string | undefined;
  private cwd: string | undefined;
  private title: string | undefined;
  private copied: { readonly line: number; count: number } | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const record = asObject(value);
    const type = asText(record?.type);
    if (record === undefined || type === undefined) {
      this.env.warn('skipped', line, 'Not a Qwen Code record');
      return;
    }
    this.addFacts(record, line);
    const agentId = asText(record.agentId) ?? '';
    const thread = this.threads.get(agentId) ?? new QwenThread(this.env);
    this.threads.set(agentId, thread);
    thread.add(type, record, { id: asText(record.uuid), line, timeMs: asTimeMs(record.timestamp) });
  }

  finish(): readonly Transcript[] {
    if (this.copied !== undefined) {
      const { line, count } = this.copied;
      this.env.warn('noticed', line, `The session is a fork: ${count} of its records are copies of an earlier one's`);
    }
    const { sessionId, parentSessionId, cwd, version, title } = this;
    const agent = { name: 'Qwen Code', ...given({ version }) };
    const common = { agent, ...given({ workingDirectory: cwd }) };
    const agents = [...this.threads].flatMap(([agentId, thread]) => {
      if (agentId === '') return [];
      const facts = given({ parentSessionId: sessionId, title: this.names.get(agentId) });
      return thread.transcript({ ...common, agentId, ...facts }) ?? [];
    });
    const isStarted = parentSessionId === undefined ? undefined : sessionId;
    const main = this.threads.get('')?.transcript({
      ...common,
      children: agents,
      ...given({ sessionId, parentSessionId, agentId: isStarted, title }),
    });
    return main === undefined ? agents : [main];
  }

  private addFacts(record: JsonObject, line: number): void {
    this.sessionId ??= asText(record.sessionId);
    this.cwd ??= asText(record.cwd);
    this.version = asText(record.version) ?? this.version;
    const [agentId, agentName] = [asText(record.agentId), asText(record.agentName)];
    if (agentId !== undefined && agentName !== undefined) this.names.set(agentId, wellFormed(agentName));
    if (asObject(record.forkedFrom) !== undefined) {
      this.copied ??= { line, count: 0 };
      this.copied.count += 1;
    }
    const payload = asObject(record.systemPayload);
    if (record.subtype === 'custom_title') this.title = asText(payload?.customTitle) ?? this.title;
    if (record.subtype === 'parent_session') this.parentSessionId = asText(payload?.parentSessionId);
  }
}
