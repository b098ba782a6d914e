import { expect, test } from 'vitest';
import type { WeighedContext, WeighedMessage } from '../../simulator/recorded/context-at-call';
import type { MessageId } from '../../transcript/transcript';
import type { MessageRow, PartRow } from '../../worker/engine/messages';
import { weighedContext } from '../simulate/empty-values.test-support';
import { listItems } from './message-items';

const text = (excerpt: string): PartRow => ({ kind: 'text', category: 'user', excerpt });
const result = (toolName: string): PartRow => ({
  kind: 'tool-result',
  category: 'tool-results',
  toolName,
  excerpt: '',
});

function row(index: number, ...parts: PartRow[]): MessageRow {
  return { index, id: `m${index}` as MessageId, role: 'user', kind: 'prompt', line: index + 1, parts };
}

function carried(...messages: WeighedMessage[]): WeighedContext {
  return weighedContext({ messages });
}

const rows = [row(0, text('Find the bug')), row(1, result('Read'), result('Bash')), row(2)];
const keys = (context: WeighedContext | undefined, search = '') =>
  listItems(rows, context, { search }).map(({ key }) => key);

test('without a call every part of every message is a line, and a message without parts is one too', () => {
  expect(keys(undefined)).toEqual(['0.0', '1.0', '1.1', '2.0']);
});

test('a call shows what it carried, in the order in which it carried it', () => {
  const context = carried(
    { index: 1, tokens: 9, partTokens: [5, 4], clearedParts: [1] },
    { index: 0, tokens: 3, partTokens: [3], clearedParts: [] },
  );
  expect(listItems(rows, context).map(({ key, tokens, isCleared }) => [key, tokens, isCleared])).toEqual([
    ['1.0', 5, false],
    ['1.1', 4, true],
    ['0.0', 3, false],
  ]);
});

test('the filter looks at tool names and first words, whatever their case', () => {
  expect(keys(undefined, ' READ ')).toEqual(['1.0']);
  expect(keys(undefined, 'the bug')).toEqual(['0.0']);
});

test('what was found in the full text is listed too', () => {
  const found = new Set(['1.1']);
  expect(listItems(rows, undefined, { search: 'read', found }).map(({ key }) => key)).toEqual(['1.0', '1.1']);
});

test('the cleared parts can be listed alone', () => {
  const context = carried(
    { index: 0, tokens: 3, partTokens: [3], clearedParts: [] },
    { index: 1, tokens: 9, partTokens: [5, 4], clearedParts: [1] },
  );
  expect(listItems(rows, context, { onlyCleared: true }).map(({ key }) => key)).toEqual(['1.1']);
});
