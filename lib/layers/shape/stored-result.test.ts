import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../tokens/text-size';
import type { ToolCallId } from '../../transcript/transcript';
import { storedResultPath, storedResultStub } from './stored-result';

const inBytes = { previewLength: 2_000, previewsCharacters: false };

function shown(text: string, settings = inBytes): string {
  return storedResultStub(text, 'p', settings).split('\n').slice(2, -1).join('\n');
}

describe('the stub of a stored result', () => {
  it('[B1] has the path and the length of the result', () => {
    const stub = storedResultStub('x'.repeat(61_234), 'tool-results/s1/c1.txt', inBytes);
    expect(stub.split('\n')).toEqual([
      '<stored-result path="tool-results/s1/c1.txt" characters="61234">',
      'The whole result is in tool-results/s1/c1.txt. It begins with:',
      'x'.repeat(2_000),
      '</stored-result>',
    ]);
  });

  it('[B1] ends the first 2,000 bytes at the last line end in their second half', () => {
    const lines = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length)).join('\n');
    expect(shown(lines(1_200, 500, 5_000))).toBe(lines(1_200, 500));
    expect(shown(lines(1_000, 5_000))).toBe(lines(1_000));
    expect(shown(lines(999, 5_000))).toBe(lines(999, 1_000));
    expect(shown(lines(5_000))).toHaveLength(2_000);
  });

  it('[B1] counts bytes, and does not split a character', () => {
    expect(shown(`x${'ü'.repeat(3_000)}`)).toBe(`x${'ü'.repeat(999)}`);
    expect(shown('😀'.repeat(3_000))).toBe('😀'.repeat(500));
    expect(shown(`x${'😀'.repeat(3_000)}`)).toBe(`x${'😀'.repeat(499)}`);
    // The line end is in the second half of the bytes, though not of the characters.
    expect(shown(`${'語'.repeat(350)}\n${'x'.repeat(5_000)}`)).toBe('語'.repeat(350));
  });

  it('[B6] shows 2,000 characters, whatever their bytes and lines', () => {
    const settings = { previewLength: 2_000, previewsCharacters: true };
    expect(shown(`${'ü'.repeat(1_500)}\n${'ü'.repeat(3_000)}`, settings)).toBe(
      `${'ü'.repeat(1_500)}\n${'ü'.repeat(499)}`,
    );
    expect(shown(`x${'😀'.repeat(3_000)}`, settings)).toBe(`x${'😀'.repeat(999)}`);
  });

  it('shows nothing if the preview is empty', () => {
    expect(storedResultStub('abc', 'p', { ...inBytes, previewLength: 0 })).toContain('None of it is shown here.');
  });

  it('shows a preview that is never longer than allowed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.nat(60),
        fc.boolean(),
        (text, length, inCharacters) => {
          const settings = { previewLength: length, previewsCharacters: inCharacters };
          const stub = storedResultStub(text, 'p', settings);
          const start = stub.includes('It begins with:\n')
            ? stub.slice(stub.indexOf('It begins with:\n') + 16, -'\n</stored-result>'.length)
            : '';
          expect(text.startsWith(start)).toBe(true);
          expect(inCharacters ? start.length : utf8Bytes(start)).toBeLessThanOrEqual(length);
          expect(start.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the path of a stored result', () => {
  it('[B1] is tool-results/session/call.txt', () => {
    expect(storedResultPath('s-1', 'toolu_01' as ToolCallId)).toBe('tool-results/s-1/toolu_01.txt');
  });

  it('stays inside its folder, whatever the ids', () => {
    expect(storedResultPath('..', '../../x' as ToolCallId)).toBe(
      'tool-results/%002e%002e/%002e%002e%002f%002e%002e%002fx.txt',
    );
  });
});
