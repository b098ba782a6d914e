import { expect, it } from 'vitest';
import { toolWords } from './tool-words';

it('describes the purpose of a tool call in one line', () => {
  expect(toolWords({ path: 'src/parser.awk', offset: 20 })).toBe('src/parser.awk');
  expect(toolWords({ pattern: 'amount', path: 'src' })).toBe('amount in src');
  expect(toolWords({ command: 'sh run-tests.sh |\n  tail' })).toBe('sh run-tests.sh | tail');
  expect(toolWords({ question: 'which one' })).toBe('which one');
});

it('has no description for an empty call', () => {
  expect(toolWords({ todos: [] })).toBe('');
  expect(toolWords(7)).toBe('');
  expect(toolWords('free text')).toBe('free text');
});
