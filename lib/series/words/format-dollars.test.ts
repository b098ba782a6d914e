import { expect, it } from 'vitest';
import { dollars } from './format-dollars';

it.each([
  [0, '$0.00'],
  [0.00001, '< $0.0001'],
  [0.0042, '$0.0042'],
  [0.1234, '$0.123'],
  [12.345, '$12.35'],
  [1234.5, '$1.2k'],
])('%d is %s', (value, text) => expect(dollars(value)).toBe(text));
