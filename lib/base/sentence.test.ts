import { expect, it } from 'vitest';
import { sentence } from './sentence';

it('has a capital letter and a single full stop', () => {
  expect(['there is none', 'It is.', '/snip', ''].map(sentence)).toEqual(['There is none.', 'It is.', '/snip.', '.']);
});
