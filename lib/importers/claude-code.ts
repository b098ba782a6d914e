import { asBoolean, asObject, asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import type { Transcript } from '../transcript/transcript';
import { Lineage } from './claude-code/lineage';
import { Mirrors } from './claude-code/mirrors';
import { Report } from './claude-code/report';
import { type SideChain, SideChains } from './claude-code/side-chains';
import { tellUnpairedTools } from './claude-code/tell-unpaired-tools';
import { Thread } from './claude-code/thread';
import { Titles, titleOf } from './claude-code/title';
import { transcriptOf } from './claude-code/transcript-of';
import { UnknownTypes } from './claude-code/unknown-types';
import type { ImportEnv, Importer, Reading } from './read/importer';

/**
 * Session files of Claude Code. The order is that of the lines: times are out of order wherever tools run in parallel,
 * and the chain of parents breaks.
 */
export const claudeCode: Importer = {
  format: 'claude-code',
  takesRecords: true,
  start: (env) => new SessionReading(env),
};

/** The model saw none of these. */
const BOOK_KEEPING = new Set([
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'agent-name',
  'pr-link',
  'frame-link',
]);

class SessionReading implements Reading {
  private readonly report: Report;
  private readonly main: Thread;
  private readonly sideChains: SideChains;
  private readonly mirrors: Mirrors;
  private readonly lineage = new Lineage();
  private readonly facts = new SessionFacts();
  private readonly titles = new Titles();
  private readonly unknownTypes = new UnknownTypes(BOOK_KEEPING);

  constructor(env: ImportEnv) {
    this.report = new Report(env);
    this.main = new Thread(this.report);
    this.sideChains = new SideChains(this.report);
    this.mirrors = new Mirrors(this.report);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    if (record?.type === undefined) {
      this.report.warn('skipped', line, 'Not a session record');
      return;
    }
    switch (record.type) {
      case 'user':
      case 'assistant':
      case 'attachment':
      case 'system':
      case 'progress':
        if (this.lineage.isNew(record)) this.conversation(record, line);
        else this.report.warn('skipped', line, 'Duplicate of an earlier record');
        break;
      case 'summary':
      case 'custom-title':
      case 'ai-title':
        this.titles.add(record);
        break;
      default:
        this.unknownTypes.add(record, line);
    }
  }

  private conversation(record: JsonObject, line: number): void {
    this.facts.add(record);
    if (record.type === 'progress') {
      const kind = asObject(record.data)?.type;
      if (kind === 'agent_progress') this.mirrors.add(record, line);
      // One of a sub-agent must not begin a thread of its own.
      if (kind === 'hook_progress' && asBoolean(record.isSidechain) !== true) this.main.hook(record, line);
    } else {
      take(asBoolean(record.isSidechain) === true ? this.sideChains.threadOf(record) : this.main, record, line);
    }
  }

  finish(): readonly Transcript[] {
    this.unknownTypes.tell(this.report);
    this.tellFacts();
    const mirrored = this.mirrors.without((agentId) => this.sideChains.hasAgent(agentId));
    const children = [...this.sideChains.all, ...mirrored].flatMap((chain) => this.child(chain));
    // A sub-agent's own file only has its own records.
    if (this.main.isEmpty) return children;
    const main = transcriptOf(this.main, {
      ...this.common(),
      ...optional('sessionId', this.facts.sessionId),
      children,
    });
    tellUnpairedTools(main, this.report);
    const title = this.titles.title((uuid) => this.lineage.has(uuid), main.messages);
    return [{ ...main, ...optional('title', title) }];
  }

  private child({ agentId, thread }: SideChain): Transcript[] {
    if (thread.isEmpty) return [];
    const child = transcriptOf(thread, {
      ...this.common(),
      ...optional('parentSessionId', this.facts.sessionId),
      ...optional('agentId', agentId),
      children: [],
    });
    tellUnpairedTools(child, this.report);
    return [{ ...child, ...optional('title', titleOf(child.messages)) }];
  }

  private common() {
    return {
      format: claudeCode.format,
      agent: { name: 'Claude Code', ...optional('version', this.facts.version) },
      ...optional('workingDirectory', this.facts.workingDirectory),
      tools: [],
      systemInFile: 'none',
    } as const;
  }

  private tellFacts(): void {
    const orphans = this.lineage.orphans();
    const records = orphans === 1 ? 'record refers to a parent that is' : 'records refer to parents that are';
    if (orphans > 0) this.report.warn('noticed', 0, `${orphans} ${records} not in the file`);
    const sessions = this.facts.sessionCount;
    if (sessions > 1) this.report.warn('noticed', 0, `The file contains records of ${sessions} sessions`);
  }
}

function take(thread: Thread, record: JsonObject, line: number): void {
  if (record.type === 'user') thread.user(record, line);
  else if (record.type === 'assistant') thread.assistant(record, line);
  else if (record.type === 'attachment') thread.attachment(record, line);
  else thread.system(record, line);
}

/** What the records repeat about their session. */
class SessionFacts {
  private readonly sessionIds = new Set<string>();
  private lastSessionId: string | undefined;
  version: string | undefined;
  workingDirectory: string | undefined;

  add(record: JsonObject): void {
    const sessionId = asText(record.sessionId);
    if (sessionId !== undefined && sessionId !== this.lastSessionId) {
      this.sessionIds.add(sessionId);
      this.lastSessionId = sessionId;
    }
    this.version = asText(record.version) ?? this.version;
    this.workingDirectory ??= asText(record.cwd);
  }

  /** A resumed session starts with records of the previous one; its own are at the end. */
  get sessionId(): string | undefined {
    return this.lastSessionId;
  }

  get sessionCount(): number {
    return this.sessionIds.size;
  }
}
