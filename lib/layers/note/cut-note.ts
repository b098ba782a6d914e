import { wellFormed } from '../../base/well-formed';
import type { MessageCounter } from '../../tokens/counters';
import type { SettingsSpec } from '../shape/setting';
import { type NoteSection, noteSections, readNote, writeNote, writeSection } from './note-template';

export interface NoteLimits {
  readonly sectionTokens: number;
  readonly noteTokens: number;
}

/** The minimums exceed what the headings and guide lines take. */
export const noteLimits: SettingsSpec<NoteLimits> = {
  sectionTokens: {
    type: 'number',
    title: 'Max section size',
    explains: 'Longer sections are truncated.',
    rule: 'N1',
    unit: 'tokens',
    min: 100,
    max: 20_000,
    step: 100,
    default: 2_000,
  },
  noteTokens: {
    type: 'number',
    title: 'Max note size',
    explains: 'If the note is longer, its longest sections are truncated.',
    rule: 'N1',
    unit: 'tokens',
    min: 1_000,
    max: 100_000,
    step: 500,
    default: 12_000,
  },
};

/** [N7] Returns the same text if it is within the limits; truncated sections are marked. */
export function cutNote(text: string, limits: NoteLimits, counter: MessageCounter): string {
  const count = (some: string) => counter.partTokens({ kind: 'text', text: some });
  const whole = count(text);
  if (whole <= Math.min(limits.sectionTokens, limits.noteTokens)) return text;
  const bodies = readNote(text);
  const sizes = noteSections.map((section) => count(writeSection(section, bodies.get(section) ?? '')));
  if (Math.max(...sizes) <= limits.sectionTokens && whole <= limits.noteTokens) return text;
  for (let most = mostOfEach(sizes, limits); ; ) {
    const cut = writeNote(
      new Map([...bodies].map(([section, body]) => [section, cutBody(section, body, most, count)])),
    );
    const over = count(cut) - limits.noteTokens;
    if (over <= 0 || most <= 0) return cut;
    // The separators between sections were not counted with them.
    most -= Math.max(1, Math.ceil(over / noteSections.length));
  }
}

/** The largest size per section at which all fit: short sections leave room for long ones. */
function mostOfEach(sizes: readonly number[], { sectionTokens, noteTokens }: NoteLimits): number {
  const ascending = sizes.toSorted((a, b) => a - b);
  let room = noteTokens;
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(room / (ascending.length - index));
    if (size > share) return Math.min(share, sectionTokens);
    room -= size;
  }
  return Math.min(ascending.at(-1) ?? 0, sectionTokens);
}

function cutBody(section: NoteSection, body: string, most: number, count: (text: string) => number): string {
  const whole = count(writeSection(section, body));
  if (body === '' || whole <= most) return body;
  const mark = `[Cut here to keep the section within ${most} tokens.]`;
  for (let length = Math.floor((body.length * most) / whole); length > 0; length = Math.floor(length * 0.9)) {
    const cut = `${atLineEnd(wellFormed(body.slice(0, length)))}\n${mark}`;
    if (count(writeSection(section, cut)) <= most) return cut;
  }
  return mark;
}

/** Cuts at the last line end, unless it is in the first half. */
function atLineEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  return (end > text.length / 2 ? text.slice(0, end) : text).trimEnd();
}
