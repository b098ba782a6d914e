import { expect, it } from 'vitest';
import { meaningOf } from './meaning-of';

it.each([
  ['Fix the failing tests', 'fix'],
  ['can you fix the bug?', 'fix'],
  ['Fix it, then review every file', 'fix-and-review'],
  ['Review all files', 'review'],
  ['go on', 'go-on'],
  ['OK, keep going please', 'go-on'],
  ['What did you change in amount.awk?', 'question'],
  ['which rule speaks of tests', 'question'],
  ['Any news?', 'question'],
  ['sing a song', 'fix'],
] as const)('understands "%s" as %s', (asked, meaning) => expect(meaningOf(asked)).toBe(meaning));
