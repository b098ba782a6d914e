import type { InstructionTree } from '../instructions/instruction-tree';
import { savingAsText } from '../memory/extraction/memory-rules';
import { cutIndex } from '../memory/files/memory-index';
import { INDEX_NAME } from '../memory/files/memory-path';
import type { AgentDefinition, AgentMemoryScope } from './agent-definition';
import { withoutTags } from './agent-list';
import type { AgentPlaces } from './agents-in';

/** [U1] Where the agents of a scope have their memories. */
export function agentMemoryPlace(scope: AgentMemoryScope, { root, home }: Omit<AgentPlaces, 'managed'>): string {
  switch (scope) {
    case 'user':
      return `${home}/.claude/agent-memory`;
    case 'project':
      return `${root}/.claude/agent-memory`;
    case 'local':
      return `${root}/.claude/agent-memory-local`;
  }
}

/** [U1] The folder of a type. A prompt names agents in any case, so its name is in small letters. */
export function agentMemoryRoot(scope: AgentMemoryScope, type: string, places: Omit<AgentPlaces, 'managed'>): string {
  return `${agentMemoryPlace(scope, places)}/${type.toLowerCase()}`;
}

const RULES: Readonly<Record<AgentMemoryScope, string>> = {
  user: 'It is the same in all projects of the user. Save only what applies to any of them, and name no file of this one.',
  project:
    'It belongs to this project and is shared with everybody who works on it, through version control. Save what helps them all, and nothing personal.',
  local:
    'It belongs to this project on this machine, and is not in version control. Save what is true here: how things are set up, what the user of this machine wants.',
};

/** [U1] The part of an agent's system prompt about its memory: the rules of its scope, and the content of its index. */
export function agentMemoryPrompt(
  { name, memory }: AgentDefinition,
  tree: InstructionTree,
  places: Omit<AgentPlaces, 'managed'>,
): string | undefined {
  if (memory === undefined) return undefined;
  const root = agentMemoryRoot(memory, name, places);
  const index = tree.read(`${root}/${INDEX_NAME}`) ?? '';
  const known =
    index.trim() === '' ? `${INDEX_NAME} is empty: nothing was saved yet.` : withoutTags(cutIndex(index).text);
  return `# Memory

Your memory is the folder ${root}. It exists: write to it directly. Only agents of your type get it.
${RULES[memory]}

Look into it before you start, and save what the next agent of your type should know: at the end, and only what was hard to find out.

${savingAsText(root)}

A memory is true for the time when it was written. If it contradicts what you see, trust what you see, and correct the memory.

## ${INDEX_NAME}
${known}`;
}
