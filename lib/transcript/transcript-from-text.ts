import { content, count, document, image, splitWord, textPart, thinking, toolCallId, toolInput } from './text-items';
import type {
  Boundary,
  Call,
  CallId,
  DocumentPart,
  ImagePart,
  Message,
  MessageId,
  MessageKind,
  Part,
  ResultPart,
  Role,
  TextPart,
  ToolCallId,
  ToolDefinition,
  ToolResultPart,
  Transcript,
  Usage,
} from './transcript';

/**
 * A transcript written down for a test, one item a line:
 *
 *   system 3000 tokens
 *   tool read 200 tokens
 *   user "Fix the tests"
 *   image 640x480
 *   thinking 300 tokens
 *   assistant "I read the file first."
 *   call #1 read a.ts
 *   usage 21000 read 20000 output 50
 *   result #1 9000 tokens
 *   boundary micro #1
 *   boundary full auto 167000 keep m1 m2
 *   summary 400 tokens
 *   rewind 2
 *
 * Messages are called m0, m1, … in order. Assistant lines (`thinking`, `assistant`, `call`) that follow each other are
 * one response, and so are `result` lines one message; `---` or a `usage` line ends it. An `image` or `document` line
 * belongs to the user message or the result before it. Every response is a call; `usage` is that of the newest and gives
 * first all that was sent, then how much of it was `read` from and `written` to the cache, `output`, `reasoning`, and
 * `partial`. `n tokens` is text that the rough counter counts as n. Further kinds of message: `injected`, `echo`,
 * `error`. Further lines: `window 200000`, `clock 2026-01-01T10:00:00Z` (from there on messages and calls have a time)
 * and `wait 90 min`. Lines that start with `//` and empty ones are passed over.
 */
export function transcriptFromText(text: string, overrides: Partial<Transcript> = {}): Transcript {
  const writer = new TranscriptWriter();
  text.split('\n').forEach((source, index) => {
    const line = source.trim();
    if (line === '' || line.startsWith('//')) return;
    try {
      writer.add(line, index + 1);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`Could not read the transcript: line ${index + 1} "${line}" ${why}`);
    }
  });
  return { ...writer.finish(), ...overrides };
}

interface OpenMessage {
  readonly id: MessageId;
  readonly role: Role;
  readonly kind: MessageKind;
  readonly parts: Part[];
  readonly line: number;
  readonly timeMs?: number;
  readonly callId?: CallId;
}

const MS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

class TranscriptWriter {
  private readonly system: TextPart[] = [];
  private readonly tools: ToolDefinition[] = [];
  private readonly messages: OpenMessage[] = [];
  private readonly calls: Call[] = [];
  private readonly boundaries: Boundary[] = [];
  private readonly toolNames = new Map<ToolCallId, string>();
  private contextWindow: number | undefined;
  private timeMs: number | undefined;
  private open: OpenMessage | undefined;

  private readonly lines: Readonly<Record<string, (rest: string, line: number) => void>> = {
    '---': () => {
      this.open = undefined;
    },
    system: (rest, line) => this.system.push(textPart(content(rest, line))),
    tool: (rest, line) => {
      const [name, schema] = splitWord(rest);
      this.tools.push({ name, schemaText: content(schema, line) });
    },
    user: (rest, line) => this.start('user', 'prompt', [textPart(content(rest, line))], line),
    injected: (rest, line) => this.start('user', 'injected', [textPart(content(rest, line))], line),
    echo: (rest, line) => this.start('user', 'command-echo', [textPart(content(rest, line))], line),
    summary: (rest, line) => this.start('user', 'summary', [textPart(content(rest, line))], line),
    error: (rest, line) => this.start('assistant', 'error', [textPart(content(rest, line))], line),
    assistant: (rest, line) => this.respond(textPart(content(rest, line)), line),
    thinking: (rest, line) => this.respond(thinking(rest, line), line),
    call: (rest, line) => this.call(rest, line),
    result: (rest, line) => this.result(rest, line),
    image: (rest, line) => this.attach(image(rest), line),
    document: (rest, line) => this.attach(document(rest, line), line),
    usage: (rest) => this.usage(rest),
    boundary: (rest, line) => this.boundary(rest, line),
    rewind: (rest, line) => this.rewind(count(rest), line),
    window: (rest) => {
      this.contextWindow = count(rest);
    },
    clock: (rest) => {
      this.timeMs = Date.parse(rest);
      if (Number.isNaN(this.timeMs)) throw new Error('has no time that can be read');
    },
    wait: (rest) => this.wait(rest),
  };

  add(source: string, line: number): void {
    const [word, rest] = splitWord(source);
    const read = Object.hasOwn(this.lines, word) ? this.lines[word] : undefined;
    if (read === undefined) throw new Error(`starts with "${word}", which is no kind of line`);
    read(rest, line);
  }

  finish(): Transcript {
    return {
      format: 'highwater',
      models: [],
      ...(this.contextWindow === undefined ? {} : { contextWindow: this.contextWindow }),
      system: this.system,
      tools: this.tools,
      systemInFile: this.system.length + this.tools.length > 0 ? 'all' : 'none',
      messages: this.messages satisfies readonly Message[],
      calls: this.calls,
      boundaries: this.boundaries,
      events: [],
      children: [],
      warnings: [],
    };
  }

  private start(role: Role, kind: MessageKind, parts: readonly Part[], line: number, callId?: CallId): void {
    const message: OpenMessage = {
      id: `m${this.messages.length}` as MessageId,
      role,
      kind,
      parts: [...parts],
      line,
      ...(this.timeMs === undefined ? {} : { timeMs: this.timeMs }),
      ...(callId === undefined ? {} : { callId }),
    };
    this.messages.push(message);
    this.open = message;
  }

  private respond(part: Part, line: number): void {
    if (this.open?.kind === 'reply') {
      this.open.parts.push(part);
      return;
    }
    const id = `r${this.calls.length}` as CallId;
    const time = this.timeMs === undefined ? {} : { timeMs: this.timeMs };
    this.calls.push({ id, at: this.messages.length, ...time });
    this.start('assistant', 'reply', [part], line, id);
  }

  private call(rest: string, line: number): void {
    const [first, afterId] = splitWord(rest);
    const [name, input] = splitWord(afterId);
    const id = toolCallId(first);
    if (name === '') throw new Error('names no tool');
    this.toolNames.set(id, name);
    this.respond({ kind: 'tool-call', id, name, input: toolInput(name, input) }, line);
  }

  private result(rest: string, line: number): void {
    const [first, afterId] = splitWord(rest);
    const callId = toolCallId(first);
    const isError = /^error\b/.test(afterId);
    const said = isError ? afterId.slice('error'.length).trim() : afterId;
    const toolName = this.toolNames.get(callId);
    const part: ToolResultPart = {
      kind: 'tool-result',
      callId,
      ...(toolName === undefined ? {} : { toolName }),
      parts: said === '' ? [] : [textPart(content(said, line))],
      isError,
    };
    if (this.open?.kind === 'tool-results') this.open.parts.push(part);
    else this.start('tool', 'tool-results', [part], line);
  }

  private attach(part: ImagePart | DocumentPart, line: number): void {
    const parts = this.open?.parts;
    const last = parts?.at(-1);
    if (parts !== undefined && last?.kind === 'tool-result') {
      const inside: readonly ResultPart[] = [...last.parts, part];
      parts[parts.length - 1] = { ...last, parts: inside };
    } else if (this.open?.role === 'user') this.open.parts.push(part);
    else this.start('user', 'prompt', [part], line);
  }

  private usage(rest: string): void {
    const last = this.calls.at(-1);
    if (last === undefined) throw new Error('has no reply before it');
    const [sent, others] = splitWord(rest);
    const named = new Map<string, number>();
    const words = others.split(/\s+/).filter((word) => word !== '' && word !== 'partial');
    for (let i = 0; i < words.length; i += 2) named.set(words[i] ?? '', count(words[i + 1] ?? ''));
    const { read = 0, written = 0, output = 0, reasoning, ...unknown } = Object.fromEntries(named);
    const [stranger] = Object.keys(unknown);
    if (stranger !== undefined) throw new Error(`has "${stranger}", which is no kind of usage`);
    const input = count(sent) - read - written;
    if (input < 0) throw new Error('reads and writes more than was sent');
    const usage: Usage = {
      input,
      cacheRead: read,
      cacheWrite5m: written,
      cacheWrite1h: 0,
      output,
      ...(reasoning === undefined ? {} : { reasoning }),
    };
    const isPartial = /\bpartial\b/.test(others);
    this.calls[this.calls.length - 1] = { ...last, usage, ...(isPartial ? { outputIsPartial: true } : {}) };
    this.open = undefined;
  }

  private boundary(rest: string, line: number): void {
    const words = rest.split(/\s+/);
    const kind = words.shift();
    if (kind !== 'full' && kind !== 'micro' && kind !== 'prune') throw new Error('must be full, micro or prune');
    const trigger = words.find((word) => word === 'auto' || word === 'manual') ?? 'unknown';
    const preTokens = words.find((word) => /^\d+$/.test(word));
    const kept = words.filter((word) => /^m\d+$/.test(word)) as MessageId[];
    const cleared = words.filter((word) => word.startsWith('#')).map(toolCallId);
    const known = /^(auto|manual|keep|before-summary|guess|\d+|m\d+|#\S+)$/;
    const stranger = words.find((word) => !known.test(word));
    if (stranger !== undefined) throw new Error(`has "${stranger}", which a boundary does not have`);
    this.boundaries.push({
      kind,
      at: this.messages.length,
      trigger,
      line,
      ...(this.timeMs === undefined ? {} : { timeMs: this.timeMs }),
      ...(preTokens === undefined ? {} : { preTokens: Number(preTokens) }),
      ...(kept.length === 0 ? {} : { keptMessageIds: kept }),
      ...(words.includes('before-summary') ? { keptPosition: 'before-summary' as const } : {}),
      ...(words.includes('guess') ? { isGuess: true } : {}),
      ...(cleared.length === 0 ? {} : { clearedToolCallIds: cleared }),
    });
    this.open = undefined;
  }

  private rewind(messages: number, line: number): void {
    if (messages > this.messages.length) throw new Error('goes back further than the beginning');
    const dropped = this.messages.slice(this.messages.length - messages).map((message) => message.id);
    const at = this.messages.length;
    this.boundaries.push({ kind: 'rewind', at, trigger: 'manual', droppedMessageIds: dropped, line });
    this.open = undefined;
  }

  private wait(rest: string): void {
    const [amount, unit] = splitWord(rest);
    const unitMs = MS[unit];
    if (unitMs === undefined) throw new Error('must be in s, min or h');
    if (this.timeMs === undefined) throw new Error('needs a clock line before it');
    this.timeMs += count(amount) * unitMs;
  }
}
