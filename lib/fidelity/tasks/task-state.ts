import { asArray, asNumber, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { plainToolName, toolAction } from '../../transcript/tool-action';
import type { Message, ToolCallPart } from '../../transcript/transcript';
import { resultsByCall, startOfResult } from '../text/call-outcomes';

export type TaskStatus = 'open' | 'in-progress' | 'done';

export interface Task {
  readonly text: string;
  readonly status: TaskStatus;
}

interface CallPlace {
  /** The message with the call, and its part. */
  readonly at: number;
  readonly part: number;
}

/** [K5] The task list after the last call of a todo or plan tool. */
export interface TaskState extends CallPlace {
  readonly tasks: readonly Task[];
}

/** `tasks`, `items`: for tools whose name already says that they keep a list. */
const LIST_KEYS = ['todos', 'todoList', 'todo_list', 'plan', 'task_list', 'taskList', 'tasks', 'items', 'steps'];
const TEXT_KEYS = ['content', 'step', 'title', 'subject', 'text', 'task', 'name', 'description'];
const CHECKBOX = /^[ \t]{0,80}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{0,80})?\[([ xX~>-])\][ \t]{1,80}(\S.*)$/gm;

/** Only malicious files have longer lists. */
const MAX_TASKS = 2_000;

export function lastTaskState(messages: readonly Message[], results = resultsByCall(messages)): TaskState | undefined {
  const list = new TaskList();
  messages.forEach(({ parts }, at) => {
    for (const [place, part] of parts.entries()) {
      if (part.kind !== 'tool-call' || toolAction(part.name) !== 'tasks') continue;
      const result = results.get(part.id);
      if (result?.isError) continue;
      list.apply(part, startOfResult(result, 400), { at, part: place });
    }
  });
  return list.state();
}

/** Some agents write the whole list each time, others one task at a time. */
class TaskList {
  private tasks = new Map<string, Task>();
  private last: CallPlace | undefined;

  apply({ name, input }: ToolCallPart, said: string, last: CallPlace): void {
    const args = asObject(input);
    const tool = plainToolName(name);
    if (args !== undefined && tool === 'taskcreate') this.create(args, said, last);
    else if (args !== undefined && tool === 'taskupdate') this.update(args, last);
    else this.replace(listed(input), args?.merge === true, last);
  }

  state(): TaskState | undefined {
    return this.last && { tasks: [...this.tasks.values()], ...this.last };
  }

  private create(args: JsonObject, said: string, last: CallPlace): void {
    const text = textOf(args);
    if (text === undefined || this.tasks.size >= MAX_TASKS) return;
    const id = /#(\w{1,20})/.exec(said)?.[1] ?? `${this.tasks.size + 1}`;
    this.tasks.set(id, { text, status: 'open' });
    this.last = last;
  }

  private update(args: JsonObject, last: CallPlace): void {
    const id = keyOf(args.taskId ?? args.task_id ?? args.id);
    const before = id === undefined ? undefined : this.tasks.get(id);
    if (id === undefined || before === undefined) return;
    this.last = last;
    if (asText(args.status) === 'deleted') this.tasks.delete(id);
    else this.tasks.set(id, { text: textOf(args) ?? before.text, status: statusOf(args.status) ?? before.status });
  }

  private replace(listed: readonly Listed[] | undefined, isMerge: boolean, last: CallPlace): void {
    if (listed === undefined) return;
    if (!isMerge) this.tasks = new Map();
    for (const [index, { id, text, status }] of listed.entries()) {
      const key = id ?? `at ${index}`;
      const before = this.tasks.get(key);
      const words = text ?? before?.text;
      if (words !== undefined) this.tasks.set(key, { text: words, status: status ?? before?.status ?? 'open' });
    }
    this.last = last;
  }
}

interface Listed {
  readonly id: string | undefined;
  readonly text: string | undefined;
  readonly status: TaskStatus | undefined;
}

function listed(input: Json): Listed[] | undefined {
  const args = asObject(input);
  const lists = args === undefined ? [input] : LIST_KEYS.map((key) => args[key]);
  for (const list of lists) {
    const items = asArray(list)?.slice(0, MAX_TASKS);
    const found = items === undefined ? checkboxes(asText(list) ?? '') : items.flatMap(fromItem);
    if (found.length > 0 || items?.length === 0) return found;
  }
  return undefined;
}

function fromItem(item: Json): Listed[] {
  if (typeof item === 'string') return [{ id: undefined, text: item, status: undefined }];
  const task = asObject(item);
  if (task === undefined) return [];
  return [{ id: keyOf(task.id), text: textOf(task), status: statusOf(task.status ?? task.done ?? task.completed) }];
}

function checkboxes(text: string): Listed[] {
  return [...text.slice(0, 100_000).matchAll(CHECKBOX)].slice(0, MAX_TASKS).map(([, mark = ' ', words = '']) => ({
    id: undefined,
    text: words.trim(),
    status: /[xX]/.test(mark) ? 'done' : mark === ' ' ? 'open' : 'in-progress',
  }));
}

function keyOf(value: Json | undefined): string | undefined {
  const text = asText(value) ?? asNumber(value)?.toString();
  return text === undefined || text === '' ? undefined : text;
}

function textOf(task: JsonObject): string | undefined {
  for (const key of TEXT_KEYS) {
    const text = asText(task[key])?.trim();
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

function statusOf(value: Json | undefined): TaskStatus | undefined {
  if (typeof value === 'boolean') return value ? 'done' : 'open';
  const status = asText(value)
    ?.toLowerCase()
    .replace(/[^a-z]/g, '');
  if (status === undefined) return undefined;
  if (/^(?:completed?|done|finished|cancell?ed|skipped)$/.test(status)) return 'done';
  return /^(?:inprogress|active|doing|started|running|working)$/.test(status) ? 'in-progress' : 'open';
}
