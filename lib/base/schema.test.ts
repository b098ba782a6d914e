import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  byCode,
  count,
  exactly,
  exactObject,
  fieldsOfAny,
  flag,
  forgivingObject,
  goodOf,
  goodOr,
  ifGood,
  json,
  jsonObject,
  listOf,
  object,
  oneOf,
  parseBy,
  text,
  textTable,
  textWithin,
  variants,
} from './schema';

const shelf = object({
  title: text,
  version: exactly(1),
  books: listOf(object({ pages: count, tags: listOf(oneOf(['old', 'new'])), grid: listOf(listOf(flag)) })),
});
const book = { pages: 3, tags: [], grid: [] };

const problem = (schema: v.GenericSchema, value: unknown) => {
  const parsed = parseBy(schema, value);
  return parsed.ok ? 'accepted' : parsed.error;
};

describe('reports an error with its path:', () => {
  it.each<[unknown, string]>([
    [undefined, 'it must be an object'],
    [{ title: 3, version: 1, books: [] }, '"title" must be a string'],
    [{ version: 1, books: [] }, '"title" must be a string'],
    [{ title: '', version: 2, books: [] }, '"version" is 2, but must be 1'],
    [{ title: '', books: [] }, '"version" is undefined, but must be 1'],
    [{ title: '', version: 1, books: {} }, '"books" must be a list'],
    [{ title: '', version: 1, books: [book, 7] }, 'item 2 of "books": must be an object'],
    [{ title: '', version: 1, books: [{ ...book, pages: -1 }] }, 'item 1 of "books": "pages" must be a number from 0'],
    [
      { title: '', version: 1, books: [{ ...book, pages: Number.POSITIVE_INFINITY }] },
      'item 1 of "books": "pages" must be a number from 0',
    ],
    [
      { title: '', version: 1, books: [{ ...book, tags: ['old', 'grey'] }] },
      'item 1 of "books": item 2 of "tags": must be one of old, new',
    ],
    [
      { title: '', version: 1, books: [{ ...book, grid: [[true], [true, 1]] }] },
      'item 1 of "books": item 2 of "grid": item 2: must be true or false',
    ],
  ])('%j', (value, error) => {
    expect(problem(shelf, value)).toBe(error);
  });

  it('names an unknown field of a strict object, and rejects a list as an object', () => {
    const exact = object({ lamp: exactObject({ isOn: v.exactOptional(flag) }) });
    expect(problem(exact, { lamp: { isOn: true } })).toBe('accepted');
    expect(problem(exact, { lamp: { on: true } })).toBe('in "lamp": unknown field "on"; expected: isOn');
    expect(problem(exact, { lamp: [] })).toBe('"lamp" must be an object with isOn');
    expect(problem(exact, JSON.parse('{"lamp":{"__proto__":{"isOn":true}}}'))).toMatch(/unknown field "__proto__"/);
    expect(problem(exact, { lamp: { ['x'.repeat(1_000)]: 1 } })).toHaveLength(102);
  });

  it('lists the variants, and reports errors of custom checks as a sentence', () => {
    const shape = variants([object({ type: v.literal('dot') }), object({ type: v.literal('line'), to: text })]);
    expect(problem(shape, 3)).toBe('it must be an object');
    expect(problem(shape, { type: 'cube' })).toBe('"type" is "cube", but must be one of dot, line');
    expect(problem(shape, { type: 'line' })).toBe('"to" must be a string');
    const refused = object({ a: byCode(fieldsOfAny, () => ({ ok: false, error: '"b" is too long' })) });
    expect(problem(refused, { a: {} })).toBe('in "a": "b" is too long');
  });
});

describe('hostile input', () => {
  const deep: unknown = JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`);

  it('does not crash the parser, however deep or long', () => {
    expect(problem(json, deep)).toBe('accepted');
    expect(problem(shelf, deep)).toBe('"title" must be a string');
    expect(problem(jsonObject, deep)).toBe('it must be an object');
    expect(problem(listOf(text), Array(300_000).fill(1))).toBe('item 1: must be a string');
  });

  it('is not JSON if it could not be written as JSON', () => {
    expect(problem(json, [{ a: undefined }, null, 1, 'a', true])).toBe('accepted');
    for (const value of [undefined, () => 1, [1n], { a: Symbol('a') }])
      expect(problem(json, value)).toBe('it must be JSON');
  });

  it('keeps names that every object has, and adds none to others', () => {
    const table = JSON.parse('{"constructor":"a","__proto__":"b"}') as unknown;
    expect(parseBy(textTable, table)).toEqual({ ok: true, value: table });
    expect(problem(textTable, { a: 1 })).toBe('it must be an object of strings');
    expect(problem(textTable, ['a'])).toBe('it must be an object of strings');
    parseBy(shelf, JSON.parse('{"__proto__":{"polluted":true}}'));
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a partly damaged record', () => {
  const lamp = forgivingObject({ name: text, watts: ifGood(count), isOn: goodOr(flag, true), tags: goodOf(text) });

  it('is kept without the damaged part', () => {
    const whole = { name: 'a', watts: 3, isOn: false, tags: ['x'] };
    expect(parseBy(lamp, whole)).toEqual({ ok: true, value: whole });
    const damaged = parseBy(lamp, { name: 'a', watts: 'many', isOn: 3, tags: ['x', 4, null], other: 1 });
    expect(damaged).toStrictEqual({ ok: true, value: { name: 'a', isOn: true, tags: ['x'] } });
    expect(parseBy(lamp, { name: 'a' })).toStrictEqual({ ok: true, value: { name: 'a', isOn: true, tags: [] } });
    expect(problem(lamp, { watts: 3 })).toBe('"name" must be a string');
  });
});

it('counts the length of a text unchanged, and treats a blank one as missing', () => {
  const words = textWithin(5);
  expect(problem(words, ' abc ')).toBe('accepted');
  for (const value of ['', ' \n ', 'abcdef', 5])
    expect(problem(words, value)).toBe('it must be a text of 1 to 5 characters');
});
