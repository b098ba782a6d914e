import { expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { messageRow } from '../../worker/engine/message-rows';
import type { ContextLine } from '../messages/context-lines';
import { commandOfRows, messageCommands, messageName } from './typed-commands';

const { messages } = transcriptFromText('user "Fix the tests"\nassistant "Now the tests"');
const rows = messages.map((message, index) => ({ ...messageRow(message), index }));

it('[F8] finds messages by number, first words and id', () => {
  const pivotOf = (text: string) => {
    const command = commandOfRows(text, rows);
    return command.ok && command.value.type === 'compact' ? command.value.partial?.pivot : command;
  };
  for (const name of ['#2', '"Now the"', 'm1']) expect(pivotOf(`/compact from ${name}`)).toBe('m1');
  expect(commandOfRows('/compact from #3', rows)).toMatchObject({ ok: false, error: /no message #3/ });
});

it('names a message as the list does, and an added one by its id', () => {
  expect([messageName('m1' as MessageId, rows), messageName('made-3-summary' as MessageId, rows)]).toEqual([
    '#2',
    'made-3-summary',
  ]);
});

const side = { place: 1, tokens: 1, state: 'whole' } as const;
const lineOf = (id: string, more: Partial<ContextLine>) =>
  ({ message: { id }, partIndex: 0, before: undefined, after: undefined, ...more }) as ContextLine;
const titles = (line: ContextLine) =>
  messageCommands(line).map(({ title, isNextCall }) => `${title}${isNextCall ? ', next call' : ''}`);

it('[F8] [C1] offers what can be done before the call: what has just arrived must wait for the next', () => {
  const both = { before: side, after: side };
  expect(titles(lineOf('m1', both))).toEqual(['Compact from here', 'Compact up to here']);
  expect(titles(lineOf('m0', { before: { ...side, place: 0 }, after: side }))).toEqual(['Compact from here']);
  expect(titles(lineOf('m1', {}))).toEqual([]);
  expect(titles(lineOf('made-3-summary', { after: side }))).toEqual([]);
  expect(titles(lineOf('made-3-collapse-m1', both))[0]).toBe('Unfold in the context');
  expect(titles(lineOf('made-3-collapse-m1', { after: side }))).toEqual(['Unfold in the context, next call']);
});
