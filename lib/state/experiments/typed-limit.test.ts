import { expect, it } from 'vitest';
import { limitText, typedLimit } from './typed-limit';

it('[V7] reads a limit in dollars, and nothing as none', () => {
  const read = (text: string) => {
    const typed = typedLimit(text);
    return typed.ok ? typed.value : 'refused';
  };
  expect(['', '  ', '2.50', '$ 3', '.001', '0.29'].map(read)).toEqual([undefined, undefined, 2_500, 3_000, 1, 290]);
  for (const text of ['0', '0.0004', '-1', '2,50', '1e3', 'all', 'NaN', '10000001']) expect(read(text)).toBe('refused');
  expect([undefined, 2_500, 290].map(limitText).map(read)).toEqual([undefined, 2_500, 290]);
});
