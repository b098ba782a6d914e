import type { Task } from '../../fidelity/tasks/task-state';
import {
  commandItems,
  failureItems,
  fileItems,
  findingItems,
  kindsOfFiles,
  toolsUsed,
  valueItems,
} from './facts-as-items';
import { type Focus, rankerFor } from './focus';
import type { Facts, Prompt, RoundCall } from './gather-facts';
import { oneLine, quoted } from './quoted';
import type { Group, Item, Ranker, Section } from './section';

const LONGEST_RULE = 500;
const LONGEST_TASK = 300;
const LONGEST_REQUEST = 1_200;
const LONGEST_NEXT = 600;
const REPLIES_SHOWN = 3;

export function sectionsOf(facts: Facts, focus: Focus | undefined): Section[] {
  const ranked = rankerFor(focus);
  return [
    { title: '1. Primary request and intent', share: 0.2, groups: intent(facts, focus, ranked) },
    { title: '2. Key technical concepts', share: 0.09, groups: concepts(facts, ranked) },
    {
      title: '3. Files and code',
      share: 0.14,
      groups: [{ items: fileItems(facts.files, ranked), many: 'files' }],
    },
    {
      title: '4. Errors and fixes',
      share: 0.1,
      groups: [{ items: failureItems(facts.failures, ranked), many: 'errors' }],
    },
    { title: '5. Problem solving', share: 0.08, groups: solving(facts, ranked) },
    {
      title: '6. All user messages',
      share: 0.2,
      groups: [{ items: promptItems(facts.prompts, ranked), many: 'messages' }],
    },
    { title: '7. Pending tasks', share: 0.06, groups: tasks(facts) },
    { title: '8. Current work', share: 0.09, groups: current(facts) },
    { title: '9. Next step', share: 0.04, groups: [{ items: nextStep(facts), many: 'steps' }] },
  ];
}

function fixed(rank: number, text: string): Item {
  return { rank, text: () => text };
}

function quote(rank: number, before: string, text: string, longest = Number.POSITIVE_INFINITY): Item {
  return { rank, text: (limit) => `${before}\n${quoted(text, Math.min(limit, longest))}` };
}

function intent({ rules, prompts, earlierSummary }: Facts, focus: Focus | undefined, ranked: Ranker): Group[] {
  const first = prompts[0];
  const last = prompts.at(-1);
  const requests = [
    ...(focus === undefined ? [] : [quote(-3, 'Focus requested by the user:', focus.text, LONGEST_REQUEST)]),
    ...(first === undefined ? [] : [quote(-2, 'First request:', promptText(first), LONGEST_REQUEST)]),
    ...(last === undefined || last === first ? [] : [quote(-1, 'Latest request:', promptText(last), LONGEST_REQUEST)]),
  ];
  const kept = rules.map(({ text, isPasted }, index) => {
    const rank = rules.length - index + (isPasted ? 1e6 : 0);
    return fixed(ranked(rank, text), `- Rule: ${oneLine(text, LONGEST_RULE)}`);
  });
  const before = earlierSummary === undefined ? [] : [quote(0, 'Earlier summary:', earlierSummary)];
  return [
    { label: "The user's rules, in order:", items: kept, many: 'rules' },
    { items: requests, many: 'requests' },
    { items: before, many: 'summaries' },
  ];
}

function concepts(facts: Facts, ranked: Ranker): Group[] {
  const kinds = kindsOfFiles(facts.files);
  const tools = toolsUsed(facts.tools);
  return [
    {
      items: [
        ...(kinds === '' ? [] : [fixed(-2, `- Files: ${kinds}`)]),
        ...(tools === '' ? [] : [fixed(-1, `- Tools: ${tools}`)]),
      ],
      many: 'concepts',
    },
    { label: 'Exact values, with the text around them:', items: valueItems(facts.values, ranked), many: 'values' },
  ];
}

function solving(facts: Facts, ranked: Ranker): Group[] {
  return [
    {
      label: 'Commands, with the outcome of the last run:',
      items: commandItems(facts.commands, ranked),
      many: 'commands',
    },
    { label: 'What the model concluded:', items: findingItems(facts.findings, ranked), many: 'conclusions' },
  ];
}

/** The first prompt has the goal, the latest what is wanted now; of the rest, later ones matter more. */
function promptItems(prompts: readonly Prompt[], ranked: Ranker): Item[] {
  return prompts.map((prompt, index) => {
    const isEnd = index === 0 || index === prompts.length - 1;
    const rank = ranked(isEnd ? -1 : prompts.length - index, prompt.text);
    return quote(rank, `${index + 1} of ${prompts.length}:`, promptText(prompt));
  });
}

function promptText({ text, images }: Prompt): string {
  if (images === 0) return text;
  const media = images === 1 ? '[1 image or document]' : `[${images} images or documents]`;
  return text === '' ? media : `${text}\n${media}`;
}

const MARKS: Readonly<Record<Task['status'], string>> = { open: ' ', 'in-progress': '~', done: 'x' };

export function tasks({ tasks: state, prompts, isPromptUnanswered }: Facts): Group[] {
  const listed = state?.tasks ?? [];
  const item = (task: Task, rank: number) =>
    fixed(rank, `- [${MARKS[task.status]}] ${oneLine(task.text, LONGEST_TASK)}`);
  const last = prompts.at(-1);
  const unanswered =
    isPromptUnanswered && last !== undefined ? [fixed(-2, "- The user's latest message has not been answered.")] : [];
  const open = listed.filter(({ status }) => status !== 'done');
  const done = listed.filter(({ status }) => status === 'done');
  return [
    { items: unanswered, many: 'messages' },
    { label: 'Open ([~] is in progress):', items: open.map((task, index) => item(task, index)), many: 'open tasks' },
    {
      label: 'Done (do not repeat):',
      items: done.map((task, index) => item(task, open.length + done.length - index)),
      many: 'done tasks',
    },
  ];
}

export function current({ replies, lastRound }: Facts): Group[] {
  const newest = replies.slice(-REPLIES_SHOWN);
  const said = newest.map(({ text }, index) => {
    const age = newest.length - 1 - index;
    return quote(age * 100, age === 0 ? 'Latest reply of the model:' : 'Before that:', text, age === 0 ? 4_000 : 600);
  });
  const calls = lastRound.map((call, index) => fixed(index + 1, roundLine(call)));
  return [
    { items: said, many: 'replies' },
    { label: 'Tool calls of the last round:', items: calls, many: 'calls' },
  ];
}

function roundLine({ label, failure, isAnswered }: RoundCall): string {
  if (!isAnswered) return `- ${label}: no result yet`;
  return failure === undefined ? `- ${label}: done` : `- ${label}: failed (${failure})`;
}

const ANNOUNCES =
  /\b(?:next|let me|let's|i(?:['’]ll| will)|going to|remaining|still needs?)\b|接下来|下一步|次に|다음/i;

/** The task in progress, else what the model announced, else what the user asked last. */
export function nextStep({ tasks: state, replies, prompts, isPromptUnanswered }: Facts): Item[] {
  const last = prompts.at(-1);
  if (isPromptUnanswered && last !== undefined) {
    return [quote(0, "Answer the user's latest message:", promptText(last), LONGEST_NEXT)];
  }
  const task =
    state?.tasks.find(({ status }) => status === 'in-progress') ?? state?.tasks.find(({ status }) => status === 'open');
  const reply = replies.at(-1)?.text ?? '';
  const announced = reply
    .slice(-2_000)
    .split(/\n+|(?<=[.!?]) |(?<=[。！？])/)
    .findLast((sentence) => ANNOUNCES.test(sentence));
  return [
    ...(task === undefined ? [] : [fixed(0, `- Task: ${oneLine(task.text, LONGEST_TASK)}`)]),
    ...(announced === undefined ? [] : [quote(1, 'Announced by the model:', announced, LONGEST_NEXT)]),
  ];
}
