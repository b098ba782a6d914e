import { memoryRootIn } from '../../../memory/extraction/memory-rules';
import { INDEX_NAME, TEAM_FOLDER } from '../../../memory/files/memory-path';
import { attachedMemory } from '../../../memory/recall/recall-session';
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
  return { root, index: indexEntries(userContextIn({ system, messages }).index), recalled };
}

const ENTRY = /^\s*[-*] \[([^\]\n]{0,300})\]\(([^)\s]{1,300}\.md)\)(?: — (.*))?$/;

export function indexEntries(index: string): readonly IndexEntry[] {
  return index.split('\n').flatMap((line) => {
    const [, title = '', file, hook = ''] = ENTRY.exec(line) ?? [];
    return file === undefined ? [] : [{ file: file.replace(/^\.\//, ''), line, says: `${title} ${hook}` }];
  });
}

/** What stands over a file in the user context, or ends the last of them. */
const HEADING = /^\/\S.* \([^()]*\):$|^# Date$/;
const OWN_INSTRUCTIONS = /^Instructions of the user for this workspace\. [^\r\n]*\n\n([\s\S]*)$/m;

/** [Y5] The user context is the first message of a request: instructions, and the index of the memory. */
export function userContextIn({ system, messages }: Pick<VisibleContext, 'system' | 'messages'>): {
  readonly instructions: string;
  readonly index: string;
} {
  const [first] = messages;
  const text = first?.kind === 'injected' && attachedMemory(textsOf(first)) === undefined ? textsOf(first) : '';
  const instructions: string[] = [];
  const index: string[] = [];
  let isIndex = false;
  let isOfTeam = false;
  for (const line of text.split('\n')) {
    if (HEADING.test(line)) {
      isIndex = line.includes(`/${INDEX_NAME} (`);
      isOfTeam = line.includes(`/${TEAM_FOLDER}/${INDEX_NAME} (`);
    } else if (!isIndex) instructions.push(line);
    // The index of the team names its files below its own folder.
    else index.push(isOfTeam ? line.replaceAll('](', `](${TEAM_FOLDER}/`) : line);
  }
  const own = OWN_INSTRUCTIONS.exec(system)?.[1] ?? '';
  return { instructions: [own, ...instructions].join('\n').trim(), index: index.join('\n') };
}
