import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roughMessage, roughPart, roughText } from '../../tokens/rough';
import type { Part } from '../../transcript/transcript';
import { defaultsOf } from '../shape/setting';
import { cutNote, noteLimits } from './cut-note';
import { emptyNote, noteSections, readNote, writeNote, writeSection } from './note-template';

const counter = { messageTokens: roughMessage, partTokens: roughPart };
const limits = defaultsOf(noteLimits);

function noteOf(tokens: readonly number[]): string {
  const bodies = noteSections.map((section, index) => [section, linesOf(tokens[index] ?? 0)] as const);
  return writeNote(new Map(bodies));
}

function linesOf(tokens: number): string {
  return Array.from({ length: Math.ceil(tokens / 5) }, (_, line) => `Line ${String(line).padStart(14)}`).join('\n');
}

function sizesOf(note: string): number[] {
  return [...readNote(note)].map(([section, body]) => roughText(writeSection(section, body)));
}

describe('truncating the note', () => {
  it('[N1] leaves a note within 2,000 tokens per section and 12,000 in total alone', () => {
    expect(limits).toEqual({ sectionTokens: 2_000, noteTokens: 12_000 });
    const note = noteOf([1_900, 1_900, 1_900, 1_900, 1_900, 1_900]);
    expect(cutNote(note, limits, counter)).toBe(note);
    expect(cutNote(emptyNote, limits, counter)).toBe(emptyNote);
  });

  it('[N7] truncates a section of more than 2,000 at a line end, and says where', () => {
    const note = noteOf([100, 5_000, 300]);
    const cut = cutNote(note, limits, counter);
    const [first = 0, second = 0, third = 0] = sizesOf(cut);
    expect(second).toBeLessThanOrEqual(2_000);
    expect(second).toBeGreaterThan(1_800);
    expect([first, third]).toEqual([sizesOf(note)[0], sizesOf(note)[2]]);
    expect(cut).toMatch(/\nLine +\d+\n\[Cut here to keep the section within 2000 tokens\.\]\n/);
  });

  it('[N1] [N7] truncates the longest sections until the note is within 12,000', () => {
    const cut = cutNote(noteOf([400, ...Array<number>(9).fill(1_900)]), limits, counter);
    expect(roughText(cut)).toBeLessThanOrEqual(12_000);
    expect(roughText(cut)).toBeGreaterThan(10_500);
    expect(sizesOf(cut)[0]).toBe(sizesOf(noteOf([400]))[0]);
  });

  it('[N1] counts the separators of sections', () => {
    const byCharacters = { ...counter, partTokens: (part: Part) => (part.kind === 'text' ? part.text.length : 0) };
    const bodies = noteSections.map((section) => {
      const frame = writeSection(section, 'x').length - 1;
      return [section, 'x'.repeat(1_200 - frame)] as const;
    });
    const cut = cutNote(writeNote(new Map(bodies)), limits, byCharacters);
    expect(cut.length).toBeLessThanOrEqual(12_000);
    expect(cut.length).toBeGreaterThan(10_000);
  });

  it('[N1] respects any limits, keeps the headings, and finishes in one pass', () => {
    const lengths = fc.array(fc.nat(4_000), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(
        lengths,
        fc.integer({ min: 100, max: 3_000 }),
        fc.integer({ min: 1_000, max: 15_000 }),
        (tokens, sectionTokens, noteTokens) => {
          const given = { sectionTokens, noteTokens };
          const cut = cutNote(noteOf(tokens), given, counter);
          expect(Math.max(...sizesOf(cut))).toBeLessThanOrEqual(sectionTokens);
          expect(roughText(cut)).toBeLessThanOrEqual(noteTokens);
          expect([...readNote(cut).keys()]).toEqual(noteSections);
          expect(cutNote(cut, given, counter)).toBe(cut);
        },
      ),
      { numRuns: 200 },
    );
  });
});
