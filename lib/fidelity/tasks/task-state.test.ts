import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { lastTaskState } from './task-state';

function found(...lines: string[]): string[] | undefined {
  return lastTaskState(transcriptFromText(lines.join('\n')).messages)?.tasks.map(
    ({ status, text }) => `${status} ${text}`,
  );
}

it('[K5] uses the list of the last call', () => {
  expect(
    found(
      'call #1 TodoWrite {"todos":[{"content":"a","status":"pending"}]}',
      'call #2 TodoWrite {"todos":[{"content":"a","status":"completed"},{"content":"b","status":"in_progress"}]}',
    ),
  ).toEqual(['done a', 'in-progress b']);
});

it.each([
  ['update_plan {"plan":[{"step":"a","status":"in_progress"}]}', ['in-progress a']],
  ['task_tracker {"command":"plan","task_list":[{"title":"a","status":"todo"}]}', ['open a']],
  ['manage_todo_list {"todoList":[{"id":1,"title":"a","status":"not-started"}]}', ['open a']],
  ['update_todo_list {"todos":"[x] a\\n[ ] b\\n[-] c"}', ['done a', 'open b', 'in-progress c']],
  ['write_todos {"todos":[{"description":"a","status":"cancelled"}]}', ['done a']],
  ['TodoWrite {"todos":[]}', []],
])('[K5] %s', (call, tasks) => expect(found(`call #1 ${call}`)).toEqual(tasks));

it('[K5] tracks tasks that are created and updated one by one', () => {
  expect(
    found(
      'call #1 TaskCreate {"subject":"a"}',
      'result #1 "Task #7 created successfully: a"',
      'call #2 TaskCreate {"subject":"b"}',
      'result #2 "Task #8 created successfully: b"',
      'call #3 TaskUpdate {"taskId":"7","status":"completed"}',
      'call #4 TaskUpdate {"taskId":"9","status":"completed"}',
    ),
  ).toEqual(['done a', 'open b']);
});

it('[K5] merges if the call says so', () => {
  expect(
    found(
      'call #1 todo_write {"merge":false,"todos":[{"id":"1","content":"a","status":"pending"},{"id":"2","content":"b"}]}',
      'call #2 todo_write {"merge":true,"todos":[{"id":"1","status":"completed"}]}',
    ),
  ).toEqual(['done a', 'open b']);
});

it('ignores other tools and failed calls', () => {
  expect(found('call #1 Task {"prompt":"plan it","description":"x"}', 'call #2 Read {"todos":[{"content":"a"}]}')).toBe(
    undefined,
  );
  expect(found('call #1 TodoWrite {"todos":[{"content":"a"}]}', 'result #1 error "no"')).toBe(undefined);
});
