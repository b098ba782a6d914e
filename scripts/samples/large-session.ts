import { readFileSync } from 'node:fs';
import { Random } from '../../lib/rows/statistics/random';
import { ContextLedger } from './context-ledger';

const START_MS = Date.UTC(2026, 4, 4, 7, 30, 0);
const SESSION_ID = '5a0d1e00-0b0e-4a11-8c0d-0000000000ff';
const BYTES_PER_TOKEN = 3.2;
const PNG_START = 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQ';

/**
 * A synthetic Claude Code session of at least this many bytes, including line ends. Lines are assembled as text from
 * escaped pieces: `JSON.stringify` for each record would take longer than the import that it should test.
 */
export function* largeSessionLines(bytes: number, seed: number): Generator<string> {
  const session = new LargeSession(new Random(`large-session/${seed}`));
  let written = 0;
  for (;;) {
    for (const line of session.round()) {
      yield line;
      written += line.length + 1;
    }
    if (written >= bytes) return;
  }
}

class LargeSession {
  private readonly ledger: ContextLedger;
  private readonly lines: readonly string[];
  private readonly chunks: readonly string[];
  private readonly common =
    `"isSidechain":false,"userType":"external","cwd":"/srv/code/large","sessionId":"${SESSION_ID}","version":"2.1.81","gitBranch":"main"`;
  private out: string[] = [];
  private parent = 'null';
  private nowMs = START_MS;
  private count = 0;

  constructor(private readonly random: Random) {
    this.ledger = new ContextLedger('1h');
    this.lines = escapedLines();
    this.chunks = Array.from({ length: 2048 }, () => random.text(BASE64, 96));
  }

  /** A response and the results that answer it. */
  round(): readonly string[] {
    this.out = [];
    if (this.count === 0) {
      this.out.push(`{"type":"custom-title","customTitle":"Large session (made up)","sessionId":"${SESSION_ID}"}`);
    }
    this.count += 1;
    if (this.ledger.mustCompact) this.compact();
    if (this.count % 25 === 1) this.prompt();
    const thinking = this.random.chance(0.4) ? this.body(this.random.integer(200, 1600)) : '';
    const said = this.random.chance(0.5) ? this.body(this.random.integer(60, 500)) : '';
    const tools = Array.from({ length: this.random.chance(0.2) ? this.random.integer(2, 4) : 1 }, () => this.tool());
    const blocks = [
      ...(thinking === '' ? [] : [`{"type":"thinking","thinking":"${thinking}","signature":"${this.base64(288)}"}`]),
      ...(said === '' ? [] : [`{"type":"text","text":"${said}"}`]),
      ...tools.map((tool) => tool.use),
    ];
    this.reply(blocks);
    for (const tool of tools) this.result(tool);
    return this.out;
  }

  private prompt(): void {
    const text = this.body(this.random.integer(80, 2500));
    this.add(text.length);
    this.record(`"type":"user","message":{"role":"user","content":"${text}"}`);
  }

  private reply(blocks: readonly string[]): void {
    const output = Math.round(blocks.reduce((sum, block) => sum + block.length, 0) / BYTES_PER_TOKEN);
    this.nowMs += 1500 + output * 8;
    const { input, cacheRead, cacheWrite } = this.ledger.request(this.nowMs, this.random.integer(1, 4), output);
    const id = `msg_01${this.random.text(BASE62, 22)}`;
    const usage = `"input_tokens":${input},"cache_creation_input_tokens":${cacheWrite},"cache_read_input_tokens":${cacheRead},"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":${cacheWrite}}`;
    for (const [index, block] of blocks.entries()) {
      const isLast = index === blocks.length - 1;
      const stop = isLast ? '"tool_use"' : 'null';
      this.record(
        `"type":"assistant","requestId":"req_${id}","message":{"model":"claude-sonnet-4-6","id":"${id}","type":"message","role":"assistant","content":[${block}],"stop_reason":${stop},"stop_sequence":null,"usage":{${usage},"output_tokens":${isLast ? output : 3},"service_tier":"standard"}}`,
      );
    }
  }

  private tool(): Tool {
    const id = `toolu_01${this.random.text(BASE62, 22)}`;
    const path = `/srv/code/large/src/part-${this.random.integer(1, 900)}/file-${this.random.hex(6)}.ts`;
    const kind = this.random.fraction();
    const size = this.resultBytes();
    if (kind < 0.4) {
      const text = this.body(size);
      const display = `{"type":"text","file":{"filePath":"${path}","content":"${text}","numLines":${Math.ceil(size / 40)},"startLine":1,"totalLines":${Math.ceil(size / 40)}}}`;
      return tool(id, 'Read', `{"file_path":"${path}"}`, `"${text}"`, display, size);
    }
    if (kind < 0.75) {
      const text = this.body(Math.min(size, 30_000));
      const input = `{"command":"npx vitest run src/part-${this.random.integer(1, 900)}","description":"Run the tests"}`;
      const display = `{"stdout":"${text}","stderr":"","interrupted":false,"isImage":false}`;
      return tool(id, 'Bash', input, `"${text}"`, display, text.length);
    }
    if (kind < 0.97) {
      const before = this.body(this.random.integer(80, 900));
      const after = this.body(this.random.integer(80, 1400));
      const display = `{"filePath":"${path}","oldString":"${before}","newString":"${after}","originalFile":"${this.body(size * 3)}","structuredPatch":[],"userModified":false,"replaceAll":false}`;
      const input = `{"replace_all":false,"file_path":"${path}","old_string":"${before}","new_string":"${after}"}`;
      return tool(id, 'Edit', input, `"The file ${path} has been updated successfully."`, display, 90);
    }
    const data = PNG_START + this.base64(this.random.integer(60_000, 400_000));
    const source = `{"type":"base64","media_type":"image/png","data":"${data}"}`;
    const display = `{"type":"image","file":{"base64":"${data}","type":"image/png","originalSize":${data.length}}}`;
    return tool(id, 'Read', `{"file_path":"${path}"}`, `[{"type":"image","source":${source}}]`, display, 4000);
  }

  private resultBytes(): number {
    const kind = this.random.fraction();
    if (kind < 0.5) return this.random.integer(120, 2000);
    if (kind < 0.85) return this.random.integer(2000, 12_000);
    return this.random.integer(12_000, 45_000);
  }

  private result(tool: Tool): void {
    const ticks = tool.name === 'Bash' ? this.random.integer(0, 3) : 0;
    for (let tick = 1; tick <= ticks; tick++) {
      this.nowMs += 1000;
      this.record(
        `"type":"progress","data":{"type":"bash_progress","output":"${this.body(300)}","fullOutput":"${this.body(900)}","elapsedTimeSeconds":${tick + 1},"totalLines":${tick * 9}},"toolUseID":"bash-progress-${tick}","parentToolUseID":"${tool.id}"`,
      );
    }
    this.nowMs += this.random.integer(20, 900);
    this.add(tool.contextBytes);
    this.record(
      `"type":"user","message":{"role":"user","content":[{"tool_use_id":"${tool.id}","type":"tool_result","content":${tool.content}}]},"toolUseResult":${tool.display}`,
    );
  }

  private compact(): void {
    const preTokens = this.ledger.usedTokens;
    this.nowMs += 80_000;
    this.ledger.compact(this.nowMs);
    const last = this.parent;
    this.parent = 'null';
    this.record(
      `"type":"system","subtype":"compact_boundary","logicalParentUuid":${last},"content":"Conversation compacted","level":"info","isMeta":false,"compactMetadata":{"trigger":"auto","preTokens":${preTokens}}`,
    );
    const summary = this.body(this.random.integer(9000, 16_000));
    this.add(summary.length);
    this.record(
      `"type":"user","message":{"role":"user","content":"${summary}"},"isVisibleInTranscriptOnly":true,"isCompactSummary":true`,
    );
  }

  private add(bytes: number): void {
    this.ledger.add(Math.round(bytes / BYTES_PER_TOKEN));
    this.ledger.estimate(Math.ceil(bytes / 4));
  }

  /** Escaped text of about this length. Numbers in between make every body different. */
  private body(length: number): string {
    let text = '';
    while (text.length < length) {
      const line = this.lines[this.random.integer(0, this.lines.length - 1)] ?? '';
      text += `${line} // ${this.random.integer(0, 0x7fffffff).toString(36)}\\n`;
    }
    return text;
  }

  private base64(length: number): string {
    let text = '';
    while (text.length < length) text += this.chunks[this.random.integer(0, this.chunks.length - 1)] ?? '';
    return text;
  }

  private record(fields: string): void {
    const uuid = `"${this.random.uuid()}"`;
    this.out.push(
      `{"parentUuid":${this.parent},${this.common},${fields},"uuid":${uuid},"timestamp":"${new Date(this.nowMs).toISOString()}"}`,
    );
    this.parent = uuid;
  }
}

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly use: string;
  readonly content: string;
  readonly display: string;
  readonly contextBytes: number;
}

function tool(id: string, name: string, input: string, content: string, display: string, contextBytes: number): Tool {
  const use = `{"type":"tool_use","id":"${id}","name":"${name}","input":${input}}`;
  return { id, name, use, content, display, contextBytes };
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE64 = `${BASE62}+/`;

/** Code and logs of a sample, escaped as in its file. */
function escapedLines(): readonly string[] {
  const sample = readFileSync(new URL('../../public/samples/long-bug-hunt.jsonl', import.meta.url), 'utf8');
  return [...new Set(sample.match(/(?<=\\t|\\n(?=2026))[^"\\]{13,}(?=\\n)/g))];
}
