import { expect, it } from 'vitest';
import { unfenced } from './unfenced';

it.each([
  ['```json\n{"a":1}\n```', '{"a":1}'],
  [' ```\n[1,\n2]\n ``` \n', '[1,\n2]'],
  ['```json```', ''],
  ['```\n```', ''],
  ['```', undefined],
  ['``````', ''],
  ['{"a":1}', undefined],
  ['```json\n{"a":1}\n``` and more', undefined],
])('%j has %j in its block', (text, inside) => expect(unfenced(text)).toBe(inside));
