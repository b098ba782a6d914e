import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { indexOf } from '../scores/cut-from-text.test-support';
import { valueWorth } from './value-worth';

const { messages } = transcriptFromText(
  [
    'user "keep MAX_RENEWALS; it answers with package.json"',
    'assistant "heldLeases is wrong"',
    'call #1 bash "npm run soak -- --seed 7"',
    'result #1 "epochOf(9), leaseRows, LQ-208, 7ms at src/lease.ts"',
    'call #2 Write {"file_path":"docs/plan.md","content":"keep `ring the bell` there"}',
    'result #2 "ok"',
    'thinking "staleAfter"',
    'call #3 ask_user {"questions":1}',
    'result #3 "\\"Which host?\\"=\\"lease-a.example.org:7742\\""',
    'assistant "laterName"',
  ].join('\n'),
);
const index = indexOf(messages);
const end = messages.length - 1;

it.each([
  ['MAX_RENEWALS', 4, 'named rare'],
  ['package.json', 4, 'named rare'],
  ['heldLeases', 2, 'rare'],
  ['npm run soak -- --seed 7', 5, 'command rare'],
  ['LQ-208', 3, 'rare'],
  ['src/lease.ts', 3, 'rare'],
  ['ring the bell', 2, 'rare'],
  ['lease-a.example.org:7742', 5, 'decision rare'],
])('[K2] %s weighs %i: %s', (text, weight, reasons) => {
  const value = index.value(text);
  const worth = value && valueWorth(index, value, end);
  expect([worth?.weight, worth?.reasons.join(' ')]).toEqual([weight, reasons]);
});

it.each(['leaseRows', '7ms', 'laterName'])('[K2] %s is only in code, or later', (text) => {
  const value = index.value(text);
  expect(value).toBeDefined();
  expect(value && valueWorth(index, value, end)).toBeUndefined();
});

it.each(['/^lease', 'rows$/.test(line', '/div'])('[K2] %s is a piece of code, and no path', (text) => {
  const index = indexOf(transcriptFromText(`assistant "see ${text} here and src/rows.ts"`).messages);
  const worth = (name: string) => {
    const value = index.value(name);
    return value && valueWorth(index, value, 1);
  };
  expect(index.value(text)?.type).toBe('path');
  expect(worth(text)).toBeUndefined();
  expect(worth('src/rows.ts')).toBeDefined();
});

it('[K2] is not rare in many parts, and counts those before the cut', () => {
  const many = transcriptFromText(Array.from({ length: 6 }, (_, n) => `user "${n}: LQ-209"`).join('\n')).messages;
  const value = indexOf(many).value('LQ-209');
  if (value === undefined) throw new Error('a ticket is a value');
  expect(valueWorth(indexOf(many), value, 6)).toEqual({ weight: 3, reasons: ['named'], parts: 6 });
  expect(valueWorth(indexOf(many), value, 2)).toEqual({ weight: 4, reasons: ['named', 'rare'], parts: 2 });
});
