import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ValueScanner } from './scan-value';

function scan(...lines: readonly string[]): string {
  const scanner = new ValueScanner();
  let outcome = 'open';
  for (const line of lines) {
    outcome = scanner.scan(line, 0);
    if (outcome !== 'open') break;
  }
  return outcome === 'open' ? outcome : `${outcome} at ${scanner.position}`;
}

it('finds the end of a value and leaves the rest', () => {
  expect(scan('{"a":[1,{"b":"}"}]} rest')).toBe('complete at 19');
  expect(scan('[]{}')).toBe('complete at 2');
  expect(scan('"a\\"b\\\\" ')).toBe('complete at 8');
  expect(scan('-1.5e3,')).toBe('complete at 6');
});

it('scans a value across lines', () => {
  expect(scan('{', '  "a": [', '    1,', '    true', '  ]', '}')).toBe('complete at 1');
  expect(scan('{"a":', '1')).toBe('open');
});

it('notices immediately where a text stops being JSON', () => {
  expect(scan('{"a":1 "b"')).toBe('broken at 7');
  expect(scan('{"a":1,', '{"b":2}')).toBe('broken at 0');
  expect(scan('{"a":1]')).toBe('broken at 6');
  expect(scan('{"a":tru')).toBe('broken at 5');
  expect(scan('{"a":"open')).toBe('broken at 5');
  expect(scan('[1,]')).toBe('broken at 3');
  expect(scan('{"a":1,}')).toBe('broken at 7');
});

it('ends where JSON.parse does, for any value, in any layout', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const lines = JSON.stringify(value, null, indent).split('\n');
      expect(scan(...lines)).toBe(`complete at ${lines.at(-1)?.length}`);
    }),
  );
});
