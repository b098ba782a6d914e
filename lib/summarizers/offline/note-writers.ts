import { failureItems } from './facts-as-items';
import { fileEntry, joinedFiles, readAsFiles } from './file-entries';
import type { Facts, Prompt } from './gather-facts';
import { type Entry, entriesIn, entryItems, merged, upToColon } from './note-entries';
import { oneLine, quoted } from './quoted';
import type { ReadFile } from './read-files';
import type { Group, Ranker } from './section';
import { current, nextStep, tasks } from './sections';
import { stepsSince } from './worklog';

/** The facts in the messages. */
export interface Session {
  readonly facts: Facts;
  readonly files: readonly ReadFile[];
  readonly steps: readonly string[];
  readonly isFirstNote: boolean;
  readonly ranked: Ranker;
}

interface NoteWriter {
  /** Share of the note's length, while other sections use theirs. */
  readonly share: number;
  /** With the section's existing text. */
  groups(session: Session, earlier: string): readonly Group[];
}

const LONGEST_TITLE = 80;
const LONGEST_RULE = 500;
const LONGEST_REQUEST = 1_200;
const LONGEST_ANSWER = 600;
const LONGEST_FINDING = 300;

/** By section heading. */
export const noteWriters: Readonly<Record<string, NoteWriter>> = {
  'Session title': {
    share: 0.02,
    groups: ({ facts, ranked }, earlier) => {
      const [asked] = facts.prompts;
      const title = earlier !== '' || asked === undefined ? earlier : titleFrom(asked);
      return [group(title === '' ? [] : [whole(title)], 'titles', ranked)];
    },
  },
  'Current state': {
    share: 0.2,
    groups: ({ facts, ranked }, earlier) => {
      // The task list may be older than everything in the context.
      const known = entriesIn(earlier).filter(({ text }) => facts.tasks === undefined && /^- \[[ ~x]\] /.test(text));
      return [
        { items: nextStep(facts), many: 'steps', label: 'Next:' },
        ...tasks(facts),
        { ...group(known, 'tasks', ranked), label: 'Last known tasks:' },
        ...current(facts),
      ];
    },
  },
  'Task specification': {
    share: 0.2,
    groups: ({ facts, ranked }, earlier) => {
      const rules = facts.rules.map(({ text }) => whole(`- Rule: ${oneLine(text, LONGEST_RULE)}`));
      const asked = facts.prompts.map((prompt) => whole(`- Asked:\n${quoted(prompt.text, LONGEST_REQUEST)}`));
      return [group(merged(entriesIn(earlier), [...rules, ...asked]), 'requests and rules', ranked)];
    },
  },
  'Files and functions': {
    share: 0.13,
    groups: ({ facts, files, ranked }, earlier) => {
      const present = facts.files.map((file) => fileEntry(file, files));
      return [group(merged(readAsFiles(earlier), present, joinedFiles), 'files', ranked)];
    },
  },
  Workflow: {
    share: 0.08,
    groups: ({ facts, ranked }, earlier) => {
      const present = facts.commands.map(({ command, failure, isAnswered }): Entry => {
        const outcome = failure === undefined ? 'passed' : `failed (${failure})`;
        return { key: `- ${command}`, text: `- ${command}: ${isAnswered ? outcome : 'no result yet'}` };
      });
      return [group(merged(entriesIn(earlier, commandIn), present), 'commands', ranked)];
    },
  },
  'Errors and corrections': {
    share: 0.09,
    groups: ({ facts, ranked }, earlier) => {
      const present = failureItems(facts.failures, ranked).map((item) => line(item.text(LONGEST_ANSWER)));
      return [group(merged(entriesIn(earlier), present), 'errors', ranked)];
    },
  },
  'Codebase and system documentation': {
    share: 0.08,
    groups: ({ files, ranked }, earlier) => {
      const present = files.flatMap(({ path, headings }): Entry[] =>
        headings.length === 0 ? [] : [{ key: `- ${path}`, text: `- ${path}: ${headings.join(' · ')}` }],
      );
      return [group(merged(entriesIn(earlier, upToColon), present), 'documents', ranked)];
    },
  },
  Learnings: {
    share: 0.07,
    groups: ({ facts, ranked }, earlier) => {
      const present = facts.findings.map(({ text }) => whole(`- ${oneLine(text, LONGEST_FINDING)}`));
      return [group(merged(entriesIn(earlier), present), 'findings', ranked)];
    },
  },
  'Key results': {
    share: 0.07,
    groups: ({ facts, ranked }, earlier) => {
      const isAnswer = facts.lastRound.length === 0 && !facts.isPromptUnanswered;
      const said = isAnswer ? facts.replies.at(-1) : undefined;
      const present = said === undefined ? [] : [whole(`- Answer to the user:\n${quoted(said.text, LONGEST_ANSWER)}`)];
      return [group(merged(entriesIn(earlier), present), 'results', ranked)];
    },
  },
  Worklog: {
    share: 0.13,
    groups: ({ facts, steps, isFirstNote, ranked }, earlier) => {
      const before = facts.earlierSummary;
      const known = entriesIn(earlier).map(({ text }) => text);
      const begun =
        isFirstNote && before !== undefined ? [`- Before this note:\n${quoted(before, LONGEST_REQUEST)}`] : [];
      // Not merged: the same step may be done again.
      const log = [...begun, ...known, ...stepsSince(known, steps)];
      return [group(log.map(whole), 'earlier steps', ranked)];
    },
  },
};

function group(entries: readonly Entry[], many: string, ranked: Ranker): Group {
  return { items: entryItems(entries, ranked), many };
}

function whole(text: string): Entry {
  return { key: text, text };
}

/** By its first line: the fix of an error is known better later. */
function line(text: string): Entry {
  return { key: text.split('\n', 1)[0] ?? '', text };
}

function commandIn(entry: string): string {
  return /^- `.*`(?=: )/.exec(entry)?.[0] ?? entry;
}

function titleFrom({ text }: Prompt): string {
  return oneLine(/^\s*(?!\s)(.*?(?:[.!?](?=\s|$)|\n|$))/.exec(text)?.[1] ?? text, LONGEST_TITLE);
}
