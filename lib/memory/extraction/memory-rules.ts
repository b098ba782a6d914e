import { INDEX_NAME, TEAM_FOLDER } from '../files/memory-path';
import { memoryTypeNames, memoryTypes } from '../files/memory-type';

/** [A3] As a model is told it. */
export const notKept: readonly string[] = [
  'What the code tells: patterns, architecture, file paths, settings. Read the code instead.',
  'Git history: who changed what, and when. Ask git instead.',
  'How something was fixed. The fix is in the code, its reason in the commit.',
  'What CLAUDE.md says already.',
  'Details of the present task: what is half done, what was just discussed.',
];

function typesAsText(): string {
  return memoryTypeNames
    .map((name) => {
      const { about, when, use } = memoryTypes[name];
      return `- ${name}: ${about}.\n  Save when ${when}.\n  Use it to ${use}.`;
    })
    .join('\n');
}

/** [A6] How to save one: used by the rules and by the request of the background agent. */
export function savingAsText(root: string): string {
  return `Types of memories:
${typesAsText()}

Do not save:
${notKept.map((line) => `- ${line}`).join('\n')}

Save in two steps:
1. Write the memory to a file of its own in ${root}, such as feedback-short-answers.md:

---
name: short name
description: one line that says what it is about, so that a later session can choose it
type: one of ${memoryTypeNames.join(', ')}
---

The text. For feedback: the rule, then a line "**Why:** …", then a line "**How to apply:** …".

2. Add one line to ${root}/MEMORY.md, of at most 150 characters: - [Title](file.md) — what it is about
   MEMORY.md is only the index: it has no front matter, and no memory is written into it.
   Change a memory that exists rather than add another on the same subject. Remove what turned out to be wrong.`;
}

/** [A6] The rules that a session starts with. They have no data of the user, so they stay the same in every call. */
export function memoryRules(root: string, hasTeam = false): string {
  return `# Memory

Your memory is the folder ${root}. It exists: write to it directly. What you save there is known to later sessions of this project.

If the user asks you to remember something, save it at once. If they ask you to forget something, find it and remove it.

${savingAsText(root)}

When to look into it:
- when a memory may be about the request, or the user refers to earlier work
- always when the user asks you to recall or to check

A memory is true for the time when it was written. Before you rely on one:
- if it names a path, check that the file exists
- if it names a function, a flag or a setting, search for it
- if the user is about to act on it, verify it first
For the state of the repository, ask git or read the code. If a memory contradicts what you see, trust what you see, and correct the memory.${hasTeam ? teamRules(root) : ''}`;
}

/** [U2] Only for workspaces that have a team: the rules of the others stay as they are. */
function teamRules(root: string): string {
  return `

${root}/${TEAM_FOLDER} is shared with everybody who works on this repository, and has an index of its own, ${root}/${TEAM_FOLDER}/${INDEX_NAME}.
Save there what the whole team should know: rules of the project, its aims, where things are. Save in your own folder what is about this user alone.
What you write there is sent to the others: never write a key, a password or anything personal into it.`;
}

/** [U2] The folder of the team that the rules in a system prompt name; undefined if there is no team. */
export function teamRootIn(system: string): string | undefined {
  return /^(\/[^\n]+?) is shared with everybody who works on this repository, /m.exec(system)?.[1];
}

/** The folder that the rules in a system prompt name; undefined if it has none. */
export function memoryRootIn(system: string): string | undefined {
  return /^Your memory is the folder (\/[^\n]+?)\. It exists: /m.exec(system)?.[1];
}
