import { isAscii } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { readPlainLines } from './read-plain-lines';

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 5 }), fc.constantFrom('a', 'é', 'Ã©', '漢', '🙂'));
const record = fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.dictionary(text, text)), {
  maxKeys: 3,
});

describe('lines of which each byte is read as one character', () => {
  it('are delivered as they are, whatever was dropped of them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(record, text, fc.boolean()), { minLength: 2, maxLength: 6 }), (records) => {
        const given = records.map(([kept, out, isEscaped]) => line({ ...kept, out }, isEscaped));
        const bytes = Buffer.from(given.join('\n'));
        expect(delivered(bytes, true)).toEqual(delivered(bytes, false));
        expect(delivered(bytes, true)).toEqual(records.map(([kept]) => ({ ...kept, out: '' })));
      }),
    );
  });

  it.each(['{"a":"é","out":"é"}', '{"é":1,"out":"é"}', '{"a":[{"b":["é"]}],"out":"é"}'])(
    'are read again where what is kept of them needs it: %s',
    (given) => {
      const [first] = delivered(Buffer.from(`${given}\n{}\n`), true);
      expect(JSON.stringify(first)).toBe(given.replace('"out":"é"', '"out":""'));
    },
  );

  it('are read once where only what is dropped would need it', () => {
    let decoded = 0;
    const bytes = Buffer.from('{"a":"b","out":"é"}\n{"a":"c","out":"漢"}\n');
    const decode = (from: number, to: number) => {
      decoded += 1;
      return bytes.toString('utf8', from, to);
    };
    readPlainLines(bytes, handlersInto([]), { decode, roughly: roughlyOf(bytes), shorten: withoutOut });
    expect(decoded).toBe(0);
  });
});

function delivered(bytes: Buffer, isRough: boolean): readonly Json[] {
  const values: Json[] = [];
  const roughly = isRough ? { roughly: roughlyOf(bytes) } : {};
  readPlainLines(bytes, handlersInto(values), { shorten: withoutOut, ...roughly });
  return values;
}

function roughlyOf(bytes: Buffer) {
  return {
    decode: (from: number, to: number) => bytes.toString('latin1', from, to),
    isExact: (from: number, to: number) => isAscii(bytes.subarray(from, to)),
  };
}

function handlersInto(values: Json[]) {
  return {
    begin: () => 'values' as const,
    value: (value: Json) => void values.push(value),
    note: () => {},
  };
}

function withoutOut(record: JsonObject): JsonObject {
  return record.out === undefined ? record : { ...record, out: '' };
}

function line(record: JsonObject, isEscaped: boolean): string {
  const written = JSON.stringify(record);
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return isEscaped ? written.replaceAll(/[\x80-\uffff]/g, code) : written;
}
