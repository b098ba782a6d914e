import type { JsonObject } from '../../lib/base/json';
import { type CacheLife, ContextLedger } from './context-ledger';
import type { ProjectFiles } from './project-files';
import type { Random } from './random';
import { AGENT_IMAGE_ESTIMATE, agentEstimate, modelImageTokens, modelTokens, type TextKind } from './token-model';

interface SessionOptions {
  readonly random: Random;
  readonly sessionId: string;
  readonly title: string;
  readonly gitBranch: string;
  readonly model: string;
  readonly startMs: number;
  readonly cacheLife: CacheLife;
  readonly files: ProjectFiles;
  /** The text of the nth summary, from 1. */
  readonly summarize: (count: number) => string;
}

export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface ToolUse {
  readonly name: string;
  readonly input: JsonObject;
  readonly result: string | readonly (string | Picture)[];
  readonly resultKind: TextKind;
  readonly isError?: boolean;
  /** The copy for the program's own display; it is no part of the context. */
  readonly display: JsonObject | string;
  readonly durationMs: number;
  /** The project file whose content the result shows. */
  readonly readPath?: string;
}

export interface Reply {
  readonly thinking?: string;
  readonly say?: string;
  readonly tools?: readonly ToolUse[];
}

const VERSION = '2.1.81';
const REATTACHED_FILES = 5;
const REATTACHED_FILE_TOKENS = 5000;

/** Writes the records of a session in order and keeps its ids, clock, usage and compactions consistent. */
export class SessionWriter {
  /** Full compactions so far. */
  compactions = 0;
  private readonly records: JsonObject[] = [];
  private readonly random: Random;
  private readonly noise: Random;
  private readonly ledger: ContextLedger;
  private readonly recentPaths = new Map<string, true>();
  private nowMs: number;
  private turnStartMs: number;
  private parent: string | null = null;

  constructor(private readonly options: SessionOptions) {
    this.random = options.random.fork('ids');
    this.noise = options.random.fork('tokens');
    this.ledger = new ContextLedger(options.random.fork('cache'), options.cacheLife);
    this.nowMs = options.startMs;
    this.turnStartMs = options.startMs;
    this.records.push({ type: 'custom-title', customTitle: options.title, sessionId: options.sessionId });
  }

  lines(): string {
    return `${this.records.map((record) => JSON.stringify(record)).join('\n')}\n`;
  }

  private get usedTokens(): number {
    return this.ledger.usedTokens;
  }

  wait(ms: number): void {
    this.nowMs += ms;
  }

  prompt(text: string, pictures: readonly Picture[] = []): void {
    this.wait(this.random.integer(400, 900));
    this.turnStartMs = this.nowMs;
    const uuid = this.random.uuid();
    this.records.push({
      type: 'file-history-snapshot',
      messageId: uuid,
      snapshot: { messageId: uuid, trackedFileBackups: {}, timestamp: this.time() },
      isSnapshotUpdate: false,
    });
    this.countText(text, 'prose');
    for (const picture of pictures) this.countPicture(picture);
    const content = pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures.map(imageBlock)];
    this.record({ type: 'user', message: { role: 'user', content } }, uuid);
  }

  /** Text that the program puts in: a command's echo, a reminder. */
  inject(text: string, isMeta: boolean, timeMs = this.nowMs): void {
    this.countText(text, 'prose');
    this.record(
      { type: 'user', message: { role: 'user', content: text }, ...(isMeta && { isMeta }) },
      undefined,
      timeMs,
    );
  }

  attachment(attachment: JsonObject, countedText: string, kind: TextKind): void {
    this.countText(countedText, kind);
    this.record({ type: 'attachment', attachment });
  }

  attachFile(path: string): void {
    const file = this.fileContent(path);
    const attachment = { type: 'file', filename: this.options.files.absolute(path), content: { type: 'text', file } };
    this.attachment({ ...attachment, displayPath: path }, file.content, 'code');
    this.noteRead(path);
  }

  reply(reply: Reply): void {
    if (this.ledger.mustCompact) this.compact('auto');
    const tools = (reply.tools ?? []).map((tool) => ({ tool, id: `toolu_01${this.random.text(BASE62, 22)}` }));
    const blocks: JsonObject[] = [];
    let output = this.random.integer(2, 6);
    if (reply.thinking !== undefined) {
      blocks.push({ type: 'thinking', thinking: reply.thinking, signature: this.random.text(BASE64, 180) });
      output += modelTokens(reply.thinking, 'prose', this.noise);
    }
    if (reply.say !== undefined) {
      blocks.push({ type: 'text', text: reply.say });
      output += modelTokens(reply.say, 'prose', this.noise);
    }
    for (const { tool, id } of tools) {
      blocks.push({ type: 'tool_use', id, name: tool.name, input: tool.input });
      output += modelTokens(tool.name + JSON.stringify(tool.input), 'json', this.noise) + 12;
    }
    this.wait(900 + Math.round(this.usedTokens / 90) + this.random.integer(0, 700));
    const request = this.ledger.request(this.nowMs, output);
    const message = {
      model: this.options.model,
      id: `msg_01${this.random.text(BASE62, 22)}`,
      type: 'message',
      role: 'assistant',
    };
    const requestId = `req_011${this.random.text(BASE62, 21)}`;
    const usage = {
      input_tokens: request.input,
      cache_creation_input_tokens: request.cacheWrite,
      cache_read_input_tokens: request.cacheRead,
      cache_creation: {
        ephemeral_5m_input_tokens: this.options.cacheLife === '5m' ? request.cacheWrite : 0,
        ephemeral_1h_input_tokens: this.options.cacheLife === '1h' ? request.cacheWrite : 0,
      },
    };
    const resultsBetween = tools.length > 1 && this.random.chance(0.4);
    const waiting: { readonly tool: ToolUse; readonly id: string; readonly assistant: string }[] = [];
    const partialOutput = this.random.integer(1, 9);
    for (const [index, block] of blocks.entries()) {
      const isLast = index === blocks.length - 1;
      this.wait(Math.round((output / blocks.length) * 13) + this.random.integer(20, 200));
      const uuid = this.record({
        type: 'assistant',
        requestId,
        message: {
          ...message,
          content: [block],
          stop_reason: isLast ? (tools.length > 0 ? 'tool_use' : 'end_turn') : null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: isLast ? output : partialOutput, service_tier: 'standard' },
        },
      });
      const called = tools[index - (blocks.length - tools.length)];
      if (called === undefined) continue;
      waiting.push({ ...called, assistant: uuid });
      if (resultsBetween || isLast)
        for (const entry of waiting.splice(0)) this.result(entry.tool, entry.id, entry.assistant);
    }
  }

  /** The program's note at the end of a turn. */
  finishTurn(): void {
    this.wait(this.random.integer(20, 90));
    const durationMs = this.nowMs - this.turnStartMs;
    this.record({ type: 'system', subtype: 'turn_duration', durationMs, isMeta: false });
  }

  compactManually(focus: string): void {
    const typedMs = this.nowMs;
    this.compact('manual');
    this.inject(
      `<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>${focus}</command-args>`,
      false,
      typedMs,
    );
    this.inject(
      '<local-command-stdout>Compacted (ctrl+o to see full summary)</local-command-stdout>',
      false,
      typedMs + 40,
    );
  }

  private compact(trigger: 'auto' | 'manual'): void {
    const preTokens = this.usedTokens;
    this.compactions += 1;
    this.wait(this.random.integer(62_000, 118_000));
    this.ledger.compact(this.nowMs);
    const logicalParentUuid = this.parent;
    this.parent = null;
    this.record({
      type: 'system',
      subtype: 'compact_boundary',
      logicalParentUuid,
      content: 'Conversation compacted',
      level: 'info',
      isMeta: false,
      compactMetadata: { trigger, preTokens },
    });
    const summary = this.options.summarize(this.compactions);
    this.countText(summary, 'prose');
    this.record({
      type: 'user',
      message: { role: 'user', content: summary },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
    });
    for (const path of [...this.recentPaths.keys()].reverse().slice(0, REATTACHED_FILES)) {
      const file = this.fileContent(path);
      if (agentEstimate(file.content) <= REATTACHED_FILE_TOKENS) this.attachFile(path);
      else this.attachment(this.fileReference(path), path, 'prose');
    }
    this.recentPaths.clear();
  }

  private fileReference(path: string): JsonObject {
    return { type: 'compact_file_reference', filename: this.options.files.absolute(path), displayPath: path };
  }

  private fileContent(path: string) {
    const lines = this.options.files.lines(path);
    return {
      filePath: this.options.files.absolute(path),
      content: lines.join('\n'),
      numLines: lines.length,
      startLine: 1,
      totalLines: lines.length,
    };
  }

  private result(tool: ToolUse, id: string, assistant: string): void {
    this.wait(tool.durationMs);
    const items = typeof tool.result === 'string' ? [tool.result] : tool.result;
    for (const item of items) {
      if (typeof item === 'string') this.countText(item, tool.resultKind);
      else this.countPicture(item);
    }
    const content =
      typeof tool.result === 'string'
        ? tool.result
        : tool.result.map((item) => (typeof item === 'string' ? { type: 'text', text: item } : imageBlock(item)));
    const marksErrors = tool.name === 'Bash' || tool.isError === true;
    const block = {
      tool_use_id: id,
      type: 'tool_result',
      content,
      ...(marksErrors && { is_error: tool.isError === true }),
    };
    this.record({
      type: 'user',
      message: { role: 'user', content: [block] },
      toolUseResult: tool.display,
      sourceToolAssistantUUID: assistant,
    });
    if (tool.readPath !== undefined) this.noteRead(tool.readPath);
  }

  private noteRead(path: string): void {
    this.recentPaths.delete(path);
    this.recentPaths.set(path, true);
  }

  private countText(text: string, kind: TextKind): void {
    this.ledger.add(modelTokens(text, kind, this.noise) + this.noise.integer(3, 9), agentEstimate(text));
  }

  private countPicture(picture: Picture): void {
    this.ledger.add(modelImageTokens(picture.width, picture.height), AGENT_IMAGE_ESTIMATE);
  }

  private record(fields: JsonObject, uuid = this.random.uuid(), timeMs = this.nowMs): string {
    this.records.push({
      parentUuid: this.parent,
      isSidechain: false,
      userType: 'external',
      cwd: this.options.files.root,
      sessionId: this.options.sessionId,
      version: VERSION,
      gitBranch: this.options.gitBranch,
      ...fields,
      uuid,
      timestamp: new Date(timeMs).toISOString(),
    });
    this.parent = uuid;
    return uuid;
  }

  private time(): string {
    return new Date(this.nowMs).toISOString();
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE64 = `${BASE62}+/`;

function imageBlock(picture: Picture) {
  const data = Buffer.from(picture.png).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}
