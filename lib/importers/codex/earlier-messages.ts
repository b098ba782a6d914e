import type { Message, Part } from '../../transcript/transcript';

type Said = Pick<Message, 'role' | 'parts'>;

const END = 40;

/**
 * Finds messages of the file by their content. Every compaction looks up its whole new history, so the index is kept
 * between searches.
 */
export class EarlierMessages {
  private readonly all = new MessagesByText();
  private learned = 0;

  constructor(private readonly messages: readonly Message[]) {}

  /** Each message is found once per search: a prompt typed twice has two messages. Those in the context come first. */
  search(context: readonly Message[]): (said: Said) => Message | undefined {
    for (; this.learned < this.messages.length; this.learned++) this.all.add(this.messages[this.learned]);
    const inContext = new MessagesByText();
    for (const message of context) inContext.add(message);
    const found = new Set<Message>();
    const next = new Map<readonly Message[], number>();
    const takeFrom = (messages: readonly Message[]): Message | undefined => {
      for (let at = next.get(messages) ?? 0; at < messages.length; at++) {
        const message = messages[at];
        if (message === undefined || found.has(message)) continue;
        next.set(messages, at + 1);
        found.add(message);
        return message;
      }
      next.set(messages, messages.length);
      return undefined;
    };
    return (said) => takeFrom(inContext.saying(said)) ?? takeFrom(this.all.saying(said));
  }
}

/** By an outline first: full texts as keys would all be stored and hashed again. */
class MessagesByText {
  private readonly byOutline = new Map<string, Message[][]>();

  add(message: Message | undefined): void {
    if (message === undefined) return;
    const outline = outlineOf(message);
    const known = this.byOutline.get(outline);
    if (known === undefined) this.byOutline.set(outline, [[message]]);
    else {
      const same = known.find((messages) => isSame(messages, message));
      if (same === undefined) known.push([message]);
      else same.push(message);
    }
  }

  saying(said: Said): readonly Message[] {
    return this.byOutline.get(outlineOf(said))?.find((messages) => isSame(messages, said)) ?? [];
  }
}

function isSame([first]: readonly Message[], said: Said): boolean {
  return first !== undefined && textOf(first.parts) === textOf(said.parts);
}

function outlineOf({ role, parts }: Said): string {
  const text = textOf(parts);
  return `${role} ${text.length} ${text.slice(0, END)}${text.slice(-END)}`;
}

export function textOf(parts: readonly Part[]): string {
  const [first, ...others] = parts;
  if (first === undefined) return '';
  return others.length === 0 ? wordsOf(first) : parts.map(wordsOf).join('\n');
}

function wordsOf(part: Part): string {
  return part.kind === 'text' ? part.text : `[${part.kind}]`;
}
