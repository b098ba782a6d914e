import { lastTaskState, type Task } from '../fidelity/tasks/task-state';
import { commandOf, pathsOf } from '../transcript/tool-use';
import type { Message, ToolCallPart } from '../transcript/transcript';
import type { ProbeText } from './probe';
import { excerpt, listText } from './probe-text';

const REQUEST_CHARACTERS = 600;
const REPLY_CHARACTERS = 300;
const COMMAND_CHARACTERS = 120;
const TASK_CHARACTERS = 160;
const MAX_TASKS = 10;
const MAX_CALLS = 3;

/** The current state, and the next step: `next` is how the recording continued. */
export function nextProbes(messages: readonly Message[], next: Message | undefined): readonly ProbeText[] {
  return [lastRequest(messages), openTasks(messages), whatCameNext(next)].flatMap((probe) => probe ?? []);
}

function lastRequest(messages: readonly Message[]): ProbeText | undefined {
  const text = textOf(messages.findLast(({ kind, role }) => kind === 'prompt' && role === 'user'));
  if (text === '') return undefined;
  return {
    topic: 'last-request',
    question: 'What was the user’s latest request?',
    expected: `The user wrote: ${excerpt(text, REQUEST_CHARACTERS)}`,
  };
}

/** [K5] */
function openTasks(messages: readonly Message[]): ProbeText | undefined {
  const tasks = lastTaskState(messages)?.tasks ?? [];
  const named = (status: Task['status']) =>
    tasks.filter((task) => task.status === status).map(({ text }) => excerpt(text, TASK_CHARACTERS));
  const [underWay, open, done] = [named('in-progress'), named('open'), named('done')];
  if (underWay.length + open.length === 0) return undefined;
  return {
    topic: 'open-tasks',
    question: 'Which tasks on the list are still open, and which of them is in progress?',
    expected: [
      `In progress: ${underWay.length === 0 ? 'none' : listText(underWay, MAX_TASKS)}.`,
      `Open: ${open.length === 0 ? 'none' : listText(open, MAX_TASKS)}.`,
      `Done: ${done.length}.`,
    ].join(' '),
  };
}

function whatCameNext(next: Message | undefined): ProbeText | undefined {
  const said = textOf(next);
  const calls = (next?.parts ?? []).filter((part) => part.kind === 'tool-call').map(callText);
  if (said === '' && calls.length === 0) return undefined;
  return {
    topic: 'what-came-next',
    question: 'What is the next step, and where?',
    expected: [
      'This is how the work continued.',
      ...(said === '' ? [] : [`The agent said: ${excerpt(said, REPLY_CHARACTERS)}`]),
      ...(calls.length === 0 ? [] : [`It called: ${listText(calls, MAX_CALLS)}.`]),
      'Another sensible next step towards the same goal is also right.',
    ].join(' '),
  };
}

function callText({ name, input }: ToolCallPart): string {
  const on = pathsOf(input)[0] ?? commandOf(input) ?? '';
  return on === '' ? name : `${name} with ${excerpt(on, COMMAND_CHARACTERS)}`;
}

function textOf(message: Message | undefined): string {
  return (message?.parts ?? [])
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('\n')
    .trim();
}
