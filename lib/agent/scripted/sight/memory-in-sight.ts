import { memoryRootIn } from '../../../memory/extraction/memory-rules';
import { INDEX_NAME } from '../../../memory/files/memory-path';
import { attachedMemory } from '../../../memory/recall/recall-session';
import type { Message } from '../../../transcript/transcript';
import { textsOf, type VisibleContext } from './sight';

/** What a request says of the memory of its project. */
export interface MemoryInSight {
  /** Its folder, from the rules in the system prompt. */
  readonly root: string;
  /** As the session started with it. */
  readonly index: readonly IndexEntry[];
  /** Attached to prompts. */
  readonly recalled: readonly {
    readonly file: string;
    readonly text: string;
    readonly saved: string;
    readonly at: number;
  }[];
}

export interface IndexEntry {
  readonly file: string;
  /** The whole line. */
  readonly line: string;
  readonly says: string;
}

/** Undefined without the rules: then there is no memory. */
export function memoryInSight({
  system,
  messages,
}: Pick<VisibleContext, 'system' | 'messages'>): MemoryInSight | undefined {
  const root = memoryRootIn(system);
  if (root === undefined) return undefined;
  const recalled = messages.flatMap((message, at) => {
    const attached = message.kind === 'injected' ? attachedMemory(textsOf(message)) : undefined;
    return attached === undefined ? [] : [{ ...attached, at }];
  });
  return { root, index: indexEntries(userContextIn(messages).index), recalled };
}

const ENTRY = /^\s*[-*] \[([^\]\n]{0,300})\]\(([^)\s]{1,300}\.md)\)(?: — (.*))?$/;

export function indexEntries(index: string): readonly IndexEntry[] {
  return index.split('\n').flatMap((line) => {
    const [, title = '', file, hook = ''] = ENTRY.exec(line) ?? [];
    return file === undefined ? [] : [{ file: file.replace(/^\.\//, ''), line, says: `${title} ${hook}` }];
  });
}

/** A heading of the user context, or of one of its files. */
const HEADING = /^(?:#+ |Contents of )/;

/** The user context is the first message of a request: instructions, and the index of the memory. */
export function userContextIn(messages: readonly Message[]): { readonly instructions: string; readonly index: string } {
  const [first] = messages;
  const text = first?.kind === 'injected' && attachedMemory(textsOf(first)) === undefined ? textsOf(first) : '';
  const instructions: string[] = [];
  const index: string[] = [];
  let isIndex = false;
  for (const line of text.split('\n')) {
    if (HEADING.test(line)) isIndex = line.includes(INDEX_NAME);
    (isIndex ? index : instructions).push(line);
  }
  return { instructions: instructions.join('\n'), index: index.join('\n') };
}
