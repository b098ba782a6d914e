import { asObject, asText, type Json } from '../../base/json';
import type { Todo } from '../journal/entry';
import type { Tool } from './tool';
import { ToolInput } from './tool-input';
import { done, refused } from './tool-output';

const MAX_TODOS = 100;

const stateOf: Readonly<Record<string, Todo['state']>> = { pending: 'open', in_progress: 'doing', completed: 'done' };

export const todoWrite: Tool = {
  name: 'TodoWrite',
  description:
    'Replaces the task list. Use it for work with several steps, so the user can follow your progress. Update it as soon ' +
    'as you start or finish a task. Keep at most one task in progress.',
  input: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        description: 'The complete list. Tasks that are not in it are removed.',
        items: {
          type: 'object',
          properties: {
            content: { type: 'string', description: 'What to do.' },
            status: { type: 'string', enum: Object.keys(stateOf) },
          },
          required: ['content', 'status'],
        },
      },
    },
    required: ['todos'],
  },
  isReadOnly: false,
  async run(given, desk) {
    const input = new ToolInput('TodoWrite', given);
    const items = input.list('todos');
    if (input.problem !== undefined) return refused(input.problem);
    if (items.length > MAX_TODOS) return refused(`TodoWrite was not run: more than ${MAX_TODOS} tasks.`);
    const todos: Todo[] = [];
    for (const item of items) {
      const todo = todoOf(item);
      if (todo === undefined) {
        const states = Object.keys(stateOf).join(', ');
        return refused(
          `TodoWrite was not run: task ${todos.length + 1} needs "content" (a string) and "status" (one of ${states}).`,
        );
      }
      todos.push(todo);
    }
    desk.setTodos(todos);
    const count = (state: Todo['state']) => todos.filter((todo) => todo.state === state).length;
    return done(`Task list updated: ${count('done')} done, ${count('doing')} in progress, ${count('open')} pending.`);
  },
};

function todoOf(item: Json): Todo | undefined {
  const task = asObject(item);
  const text = asText(task?.content);
  const status = asText(task?.status);
  if (text === undefined || text.trim() === '' || status === undefined) return undefined;
  const state = Object.hasOwn(stateOf, status) ? stateOf[status] : undefined;
  return state === undefined ? undefined : { text, state };
}
