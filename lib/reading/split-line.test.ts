import { expect, it } from 'vitest';
import type { Json } from '../base/json';
import { splitLine } from './split-line';

interface Options {
  readonly known?: readonly string[];
  readonly isInArray?: boolean;
  readonly isAlone?: boolean;
}

/** `recovered` is written as `+`. */
function split(line: string, { known = [], isInArray = false, isAlone = true }: Options = {}): string {
  const isKnown = (value: Json) => known.includes(Object.keys(value ?? {}).join());
  const { pieces, openFrom } = splitLine(line, { isInArray, isAlone, isKnown });
  const words = pieces.map((piece) => {
    if (piece.kind === 'value') return `${piece.recovered ? '+' : ''}${JSON.stringify(piece.value)}`;
    return piece.kind === 'end' ? 'end' : piece.why;
  });
  return [...words, ...(openFrom === undefined ? [] : [`open from ${openFrom}`])].join(' ');
}

it('separates concatenated records', () => {
  expect(split('{"a":1}{"b":2}')).toBe('{"a":1} {"b":2}');
  expect(split('{"a":1} {"b":2},{"c":"}{"}')).toBe('{"a":1} {"b":2} {"c":"}{"}');
});

it('finds the intact record after a truncated one, wherever it was truncated', () => {
  const good = '{"type":"user","uuid":"u2"}';
  const whole = '{"type":"user","text":"a \\"b\\" \\u00e9\\n","list":[1,true,{"x":null}],"n":-12}';
  for (let end = 1; end < whole.length; end++) {
    const known = ['type,uuid'];
    expect(split(whole.slice(0, end) + good, { known }), `cut at ${end}`).toBe(`cut +${good}`);
  }
});

it('finds records after several broken ones', () => {
  expect(split('{"a":"x{"b":"y{"c":1}{"d":2}')).toBe('cut +{"c":1} {"d":2}');
  expect(split('{"a":1}{"b":"y{"c":1}')).toBe('{"a":1} cut +{"c":1}');
});

it('does not treat the content of a broken record as a record', () => {
  expect(split('{"a":"cut open" by hand","b":{"c":1},"d":[{"e":2}]}')).toBe('damaged');
  expect(split('{"type":"user","message":{"role":"user","content":"hi"}')).toBe('cut');
  expect(split('{"a":x,"b":{},"c":{"d":{}}}')).toBe('damaged');
});

it('accepts an object in place of a value as a record if it looks like one', () => {
  expect(split('{"a":1,"m":{"type":"x","id":1}', { known: ['type,id'] })).toBe('cut +{"type":"x","id":1}');
  expect(split('{"a":1,"m":{"type":"x","id":1}{"b":1}', { known: ['type,id'] })).toBe(
    'cut +{"type":"x","id":1} {"b":1}',
  );
  expect(split('{"a":1,"m":{"type":"x","id":1}{"b":1}')).toBe('cut +{"b":1}');
});

it('skips text around a record', () => {
  expect(split('12:00 received {"a":1}')).toBe('text +{"a":1}');
  expect(split('{"a":1} // first')).toBe('{"a":1} text');
  expect(split('\u0000\u0000{"a":1}')).toBe('text +{"a":1}');
  expect(split('just words')).toBe('text');
  expect(split('[1] a footnote')).toBe('text');
});

it('reports where a value may continue on the next line', () => {
  expect(split('{"a":1}{"b":[', { isAlone: false })).toBe('{"a":1} open from 7');
  expect(split('{"a":1}{"b":[')).toBe('{"a":1} cut');
  expect(split('const x = {"b":[', { isAlone: false })).toBe('text');
});

it('reads the items of an array one by one, up to its end', () => {
  expect(split('{"a":1},2,"x",[3]],', { isInArray: true })).toBe('{"a":1} 2 "x" [3] end');
  expect(split('{"a":"cut,{"b":1}', { isInArray: true })).toBe('cut +{"b":1}');
});

it('finishes a line of a million brackets', () => {
  expect(split('{"a":['.repeat(200_000))).toBe('cut');
  expect(split('{"a":{}x'.repeat(100_000))).toBe('damaged');
  expect(split('{ '.repeat(300_000))).toBe('cut');
  expect(split('"{}'.repeat(300_000))).toBe('text');
});
