import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { countRereads } from './count-rereads';

const of = (...lines: string[]) => countRereads(transcriptFromText(lines.join('\n')));
const READ = ['call #1 Read a.ts', '---', 'result #1 900 tokens'];
const AGAIN = ['call #2 Read a.ts', '---', 'result #2 900 tokens'];

it('counts a file that is read again after its text was cleared', () =>
  expect(of('user "x"', ...READ, 'boundary micro #1', ...AGAIN)).toBe(1));

it('counts a file that is read again after a compaction', () =>
  expect(of('user "x"', ...READ, 'boundary full auto 9000', 'summary 100 tokens', ...AGAIN)).toBe(1));

it('counts each reread', () => {
  const third = ['boundary micro #2', 'call #3 Read a.ts', '---', 'result #3 900 tokens'];
  expect(of('user "x"', ...READ, 'boundary micro #1', ...AGAIN, ...third)).toBe(2);
});

it('does not count what is still in context, another file, or a failed read', () => {
  expect(of('user "x"', ...READ, ...AGAIN)).toBe(0);
  expect(of('user "x"', ...READ, 'boundary full auto 9000 keep m2', 'summary 100 tokens', ...AGAIN)).toBe(0);
  expect(of('user "x"', ...READ, 'boundary micro #1', 'call #2 Read b.ts', '---', 'result #2 9 tokens')).toBe(0);
  expect(of('user "x"', ...READ, 'boundary micro #1', 'call #2 Read a.ts', '---', 'result #2 error "gone"')).toBe(0);
});

it('does not count reading the next part of a file', () => {
  const part = (id: number, offset: number) => [
    `call #${id} Read {"file_path":"a.ts","offset":${offset},"limit":50}`,
    '---',
    `result #${id} 900 tokens`,
  ];
  expect(of('user "x"', ...part(1, 1), 'boundary micro #1', ...part(2, 51))).toBe(0);
  expect(of('user "x"', ...part(1, 1), 'boundary micro #1', ...part(2, 50))).toBe(1);
  expect(of('user "x"', ...part(1, 51), 'boundary micro #1', ...part(2, 1))).toBe(0);
});
