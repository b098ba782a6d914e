import type { Task, TaskStatus } from '../../../fidelity/tasks/task-state';
import { call, edit, type Move, type PlannedCall, write } from './move';
import type { Plan } from './sight';

/** Tasks and findings, stored in the workspace: they survive when the context loses them. */
export const PLAN_FILE = 'PLAN.md';

const MARKS: Readonly<Record<TaskStatus, string>> = { open: ' ', 'in-progress': '~', done: 'x' };
const STATUS: Readonly<Record<string, TaskStatus>> = { ' ': 'open', '~': 'in-progress', x: 'done' };
const WORDS: Readonly<Record<TaskStatus, string>> = {
  open: 'pending',
  'in-progress': 'in_progress',
  done: 'completed',
};
const LONGEST_TASK = 200;

export interface PlanFile {
  readonly task: string;
  readonly tasks: readonly Task[];
}

export function readPlan(text: string): PlanFile {
  const task = /^Task: (.*)$/m.exec(text)?.[1] ?? '';
  const lines = [...text.matchAll(/^- \[([ ~x])\] (.*)$/gm)];
  return { task, tasks: lines.map(([, mark = ' ', step = '']) => ({ text: step, status: STATUS[mark] ?? 'open' })) };
}

export function startPlan(
  say: string,
  asked: string,
  steps: readonly string[],
  ...beside: readonly PlannedCall[]
): Move {
  const tasks = steps.map((text, index): Task => ({ text, status: index === 0 ? 'in-progress' : 'open' }));
  return call(say, todoList(tasks), write(PLAN_FILE, planText(taskLine(asked), tasks.map(line))), ...beside);
}

function planText(task: string, lines: readonly string[]): string {
  return `# Plan\n\nTask: ${task}\n\n${lines.join('\n')}\n`;
}

export function taskLine(asked: string): string {
  return asked.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TASK).toWellFormed();
}

export function stepUnderWay({ tasks }: Plan): Task | undefined {
  return tasks.find(({ status }) => status === 'in-progress');
}

/** Marks the current step done, with its findings, and starts the next one. */
export function nextStep({ tasks }: Plan, found: string, then: readonly string[]): readonly PlannedCall[] {
  const place = tasks.findIndex(({ status }) => status === 'in-progress');
  const ended = tasks[place];
  if (ended === undefined) return [];
  const entering = then.map((text): Task => ({ text, status: 'open' }));
  const [next, ...later] = [...entering, ...tasks.slice(place + 1)];
  const begun = next === undefined ? [] : [{ ...next, status: 'in-progress' as const }];
  const all = [...tasks.slice(0, place), { ...ended, status: 'done' as const }, ...begun, ...later];
  const before = [line(ended), ...(then.length === 0 && next !== undefined ? [line(next)] : [])];
  const after = [line({ ...ended, status: 'done' }), `  ${found}`, ...begun.map(line), ...entering.slice(1).map(line)];
  // A plan whose next step comes after inserted ones starts with one of these.
  return [todoList(all), edit(PLAN_FILE, before.join('\n'), after.join('\n'))];
}

/** The whole file, including findings from an older version of it. */
export function mendedPlan(file: string, { tasks }: Plan): PlannedCall {
  const found = new Map(
    [...file.matchAll(/^- \[.\] (.*)\n( {2}.*)$/gm)].map(([, step = '', what = '']) => [step, what]),
  );
  const lines = tasks.flatMap((task) => [line(task), ...[found.get(task.text) ?? []].flat()]);
  return write(PLAN_FILE, planText(readPlan(file).task, lines));
}

/**
 * After a compaction: the same step again, with a count, so that one that never fits into the context ends eventually.
 * The file is rewritten completely, because what was read is cleared eventually, and what the model wrote is not.
 */
export function resumedPlan(file: string): readonly PlannedCall[] {
  const again = file.replace(/^- \[~\] (.*)$/m, (_, step: string) => `- [~] ${resumed(step)}`);
  return [todoList(readPlan(again).tasks), write(PLAN_FILE, `${again.trimEnd()}\n`)];
}

const RESUMED = / \(resumed (\d+)\)$/;

export function timesResumed(step: string): number {
  return Number(RESUMED.exec(step)?.[1] ?? 0);
}

export function withoutResumed(step: string): string {
  return step.replace(RESUMED, '');
}

function resumed(step: string): string {
  return `${withoutResumed(step)} (resumed ${timesResumed(step) + 1})`;
}

function todoList(tasks: readonly Task[]): PlannedCall {
  const todos = tasks.map(({ text, status }) => ({ content: text, status: WORDS[status] }));
  return { name: 'TodoWrite', input: { todos } };
}

function line({ text, status }: Task): string {
  return `- [${MARKS[status]}] ${text}`;
}
