import { TextHash } from '../../base/hash';
import { boundedDepth, type Json } from '../../base/json';
import { isReminder } from '../../transcript/reminder';
import type { Part } from '../../transcript/transcript';
import { MadeIds } from '../any-message/made-ids';
import { type ReadMessage, readMessage, unknownRole } from '../any-message/read-message';
import type { ImportEnv } from '../read/importer';
import type { SeenMessage, SentMessage } from './traced-call';

interface ReadRequest {
  readonly system: readonly Part[];
  readonly messages: readonly SentMessage[];
  /** A reply to it. */
  reply(message: Pick<ReadMessage, 'parts'>): { readonly parts: readonly Part[]; readonly seen: SeenMessage };
}

/**
 * Reads the messages of requests. Every request repeats those of the one before it, so each is kept once; otherwise the
 * calls of a long trace, which must all be known before they can be sorted, would not fit into memory.
 */
export class TraceMessages {
  private readonly known = new Map<string, ReadMessage | undefined>();

  constructor(private readonly env: ImportEnv) {}

  /** The first system message is the system prompt. */
  request(values: readonly Json[], line: number): ReadRequest {
    const ids = new MadeIds();
    const system: Part[] = [];
    const messages: SentMessage[] = [];
    for (const value of values) {
      const message = this.read(value, line);
      if (message === undefined) continue;
      if (message.role === 'system' && messages.length === 0 && system.length === 0) system.push(...message.parts);
      else {
        const { role, kind } = message;
        const parts = ids.next(message.parts);
        messages.push({ ...seen(role, parts), read: () => ({ role, kind, parts }) });
      }
    }
    const reply: ReadRequest['reply'] = (message) => {
      const parts = ids.next(message.parts);
      return { parts, seen: seen('assistant', parts) };
    };
    return { system, messages, reply };
  }

  read(value: Json, line: number): ReadMessage | undefined {
    const key = new TextHash().add(JSON.stringify(boundedDepth(value).value)).digest();
    if (this.known.has(key)) return this.known.get(key);
    const message = readMessage(value);
    this.known.set(key, message);
    if (message === undefined) this.env.warn('skipped', line, 'Not a message');
    const role = message === undefined ? undefined : unknownRole(message);
    if (role !== undefined) this.env.warn('guessed', line, `Unknown role "${role.slice(0, 40)}" treated as user`);
    return message;
  }
}

function seen(role: string, parts: readonly Part[]): SeenMessage {
  const ids: string[] = [];
  const texts: string[] = [];
  const resultLengths = new Map<string, number>();
  let textLength = 0;
  for (const part of parts) {
    if (part.kind === 'tool-call') ids.push(part.id);
    if (part.kind === 'tool-result') {
      ids.push(part.callId);
      resultLengths.set(part.callId, lengthOf(part.parts));
    }
    if (part.kind === 'text' && !isReminder(part.text)) texts.push(part.text.trim());
    textLength += lengthOf([part]);
  }
  const said = ids.length > 0 ? ids.join(' ') : new TextHash().add(texts.join('\n')).digest();
  return { role, isPrompt: role === 'user', key: `${role} ${said}`, textLength, resultLengths };
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'tool-result') return sum + lengthOf(part.parts);
    return sum + (part.kind === 'text' ? part.text.length : 0);
  }, 0);
}
