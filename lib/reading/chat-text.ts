import type { JsonObject } from '../base/json';

interface ChatSink {
  /** A turn, `{role, content}`. `line`: where it starts. */
  turn(turn: JsonObject, line: number, length: number): void;
  /** The text is no chat: its lines so far. */
  release(lines: readonly TextLine[]): void;
}

interface TextLine {
  readonly text: string;
  readonly line: number;
  readonly isUnfinished: boolean;
}

const ROLES: Readonly<Record<string, string>> = {
  system: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
};

/** `user: …`, `**User:** …`, or a heading `## User`. */
const ROLE_LINE =
  /^(?:#{1,6} )?(?:\*\*|__)?(system|user|human|assistant|ai)(?::(?:\*\*|__)?|(?:\*\*|__):)(?:\s+|$)(.*)$/is;
const ROLE_HEADING = /^#{1,6} (system|user|human|assistant|ai)\s*$/i;

/** An assistant that answers so late is none. */
const MAX_WAITING = 1_000_000;

/**
 * A conversation as plain text. It must start with what a user says, or with a system prompt, and an assistant must
 * answer; otherwise its lines are read as JSON like those of any other file.
 *
 *   user: What is 2 + 2?
 *   assistant: 4
 */
export class ChatText {
  private state: 'unknown' | 'waiting' | 'chat' | 'none' = 'unknown';
  private readonly lines: TextLine[] = [];
  private waitingLength = 0;
  private open: { readonly role: string; readonly line: number; readonly texts: string[] } | undefined;
  private readonly ended: { readonly turn: JsonObject; readonly line: number; readonly length: number }[] = [];
  private hasUser = false;
  private isInFence = false;

  constructor(private readonly sink: ChatSink) {}

  /** False if the line is not of a chat. */
  take(line: TextLine): boolean {
    if (this.state === 'none') return false;
    const text = line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text;
    const role = this.isInFence ? undefined : roleLine(text);
    if (/^\s*(?:```|~~~)/.test(role?.said ?? text)) this.isInFence = !this.isInFence;
    if (this.state === 'unknown') {
      if (text.trim() === '') return false;
      if (role === undefined || role.role === 'assistant') {
        this.state = 'none';
        return false;
      }
      this.state = 'waiting';
    }
    if (this.state === 'waiting') this.wait(line);
    if (role === undefined) this.open?.texts.push(text);
    else this.begin(role, line.line);
    if (this.waitingLength > MAX_WAITING) this.giveUp();
    return true;
  }

  /** Whether it was a chat. */
  end(): boolean {
    if (this.state === 'waiting') this.giveUp();
    if (this.state !== 'chat') return false;
    this.endTurn();
    return true;
  }

  private wait(line: TextLine): void {
    this.lines.push(line);
    this.waitingLength += line.text.length;
  }

  private begin({ role, said }: { readonly role: string; readonly said: string }, line: number): void {
    this.endTurn();
    this.open = { role, line, texts: said === '' ? [] : [said] };
    this.hasUser ||= role === 'user';
    if (role !== 'assistant' || !this.hasUser || this.state !== 'waiting') return;
    this.state = 'chat';
    this.lines.length = 0;
    this.waitingLength = 0;
    for (const each of this.ended.splice(0)) this.sink.turn(each.turn, each.line, each.length);
  }

  private endTurn(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const content = open.texts.join('\n').trim();
    const ended = { turn: { role: open.role, content }, line: open.line, length: content.length };
    if (this.state === 'chat') this.sink.turn(ended.turn, ended.line, ended.length);
    else this.ended.push(ended);
  }

  private giveUp(): void {
    this.state = 'none';
    this.open = undefined;
    this.sink.release(this.lines.splice(0));
    this.waitingLength = 0;
  }
}

function roleLine(text: string): { readonly role: string; readonly said: string } | undefined {
  const [, name = '', said = ''] = ROLE_LINE.exec(text) ?? ROLE_HEADING.exec(text) ?? [];
  const role = ROLES[name.toLowerCase()];
  return role === undefined ? undefined : { role, said };
}
