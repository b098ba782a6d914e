import { asArray, asBoolean, asObject, asText, type Json, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { wellFormed } from '../base/well-formed';
import { isContinuationSummary } from '../transcript/reminder';
import type { ToolDefinition, Transcript } from '../transcript/transcript';
import { Lineage } from './claude-code/lineage';
import { Report } from './claude-code/report';
import { tellUnpairedTools } from './claude-code/tell-unpaired-tools';
import { Thread } from './claude-code/thread';
import { titleOf } from './claude-code/title';
import { transcriptOf } from './claude-code/transcript-of';
import { UnknownTypes } from './claude-code/unknown-types';
import { asTokens } from './read/as-tokens';
import type { ImportEnv, Importer, Reading } from './read/importer';

/** Output of `claude -p --output-format stream-json`, as the SDK and CI logs also keep it. */
export const claudeStreamJson: Importer = {
  format: 'claude-stream-json',
  takesRecords: true,
  start: (env) => new StreamReading(env),
};

/** Partial messages that are repeated in full, and messages between the program and its host. */
const NOT_CONVERSATION = new Set([
  'stream_event',
  'control_request',
  'control_response',
  'control_cancel_request',
  'keep_alive',
  'tool_progress',
  'auth_status',
  'rate_limit_event',
]);

class StreamReading implements Reading {
  private readonly report: Report;
  private readonly lineage = new Lineage();
  private readonly unknownTypes = new UnknownTypes(NOT_CONVERSATION);
  private readonly runs = new Map<string, Run>();
  private lastSessionId = '';

  constructor(env: ImportEnv) {
    this.report = new Report(env);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    if (record?.type === undefined) {
      this.report.warn('skipped', line, 'Not a stream record');
      return;
    }
    switch (record.type) {
      case 'system':
      case 'user':
      case 'assistant':
      case 'result':
        if (this.lineage.isNew(record)) this.runOf(record).add(record, line);
        else this.report.warn('skipped', line, 'Duplicate of an earlier record');
        break;
      default:
        this.unknownTypes.add(record, line);
    }
  }

  finish(): readonly Transcript[] {
    this.unknownTypes.tell(this.report);
    return [...this.runs].flatMap(([name, run]) => run.finish(name));
  }

  private runOf(record: JsonObject): Run {
    this.lastSessionId = asText(record.session_id) ?? this.lastSessionId;
    const run = this.runs.get(this.lastSessionId) ?? new Run(this.report);
    this.runs.set(this.lastSessionId, run);
    return run;
  }
}

/** One session of the stream: a log may contain several runs. */
class Run {
  private readonly main: Thread;
  private readonly subAgents = new Map<string, Thread>();
  private tools: readonly ToolDefinition[] = [];
  private version: string | undefined;
  private workingDirectory: string | undefined;
  private model: string | undefined;
  private contextWindow: number | undefined;

  constructor(private readonly report: Report) {
    this.main = new Thread(report);
  }

  add(record: JsonObject, line: number): void {
    if (record.type === 'user') this.threadOf(record).user(inSessionWords(record), line);
    else if (record.type === 'assistant') this.threadOf(record).assistant(record, line);
    else if (record.type === 'result') this.result(record);
    else if (record.subtype === 'init') this.begin(record);
    else this.threadOf(record).system(record, line);
  }

  finish(name: string): Transcript[] {
    const sessionId = name === '' ? undefined : name;
    const talking = [...this.subAgents].filter(([, thread]) => !thread.isEmpty);
    const children = talking.map(([agentId, thread]) =>
      this.transcript(thread, {
        agentId,
        ...optional('parentSessionId', sessionId),
        tools: [],
        systemInFile: 'none',
        children: [],
      }),
    );
    if (this.main.isEmpty) return children;
    const main = this.transcript(this.main, {
      ...optional('sessionId', sessionId),
      ...optional('contextWindow', this.contextWindow),
      tools: this.tools,
      systemInFile: this.tools.length === 0 ? 'none' : 'some',
      children,
    });
    return [{ ...main, models: main.models.length === 0 && this.model !== undefined ? [this.model] : main.models }];
  }

  /** It sums up the run's usage, which is not a call; only the window is stated nowhere else. */
  private result(record: JsonObject): void {
    const models = Object.entries(asObject(record.modelUsage) ?? {});
    const [, usage] = models.find(([model]) => model === this.model) ?? models[0] ?? [];
    this.contextWindow = asTokens(asObject(usage)?.contextWindow) ?? this.contextWindow;
  }

  private begin(record: JsonObject): void {
    this.version ??= asText(record.claude_code_version);
    this.workingDirectory ??= asText(record.cwd);
    this.model ??= asText(record.model);
    if (this.tools.length > 0) return;
    // Only the names are listed, so the counted size of the tools is far too small.
    this.tools = (asArray(record.tools) ?? []).flatMap((tool) => {
      const name = asText(tool);
      return name === undefined ? [] : [{ name: wellFormed(name), schemaText: wellFormed(name) }];
    });
  }

  private threadOf(record: JsonObject): Thread {
    const agentId = asText(record.parent_tool_use_id);
    if (agentId === undefined) return this.main;
    const thread = this.subAgents.get(agentId) ?? new Thread(this.report);
    this.subAgents.set(agentId, thread);
    return thread;
  }

  private transcript(
    thread: Thread,
    facts: Omit<Parameters<typeof transcriptOf>[1], 'format' | 'agent' | 'workingDirectory'>,
  ): Transcript {
    const transcript = transcriptOf(thread, {
      format: claudeStreamJson.format,
      agent: { name: 'Claude Code', ...optional('version', this.version) },
      ...optional('workingDirectory', this.workingDirectory),
      ...facts,
    });
    tellUnpairedTools(transcript, this.report);
    return { ...transcript, ...optional('title', titleOf(transcript.messages)) };
  }
}

/** The stream marks the program's own messages differently from the session file, and summaries not at all. */
function inSessionWords(record: JsonObject): JsonObject {
  if (asBoolean(record.isSynthetic) !== true) return record;
  const content = asObject(record.message)?.content;
  const text = asText(content) ?? asText(asObject(asArray(content)?.[0])?.text) ?? '';
  return { ...record, isMeta: true, isCompactSummary: isContinuationSummary(text) };
}
