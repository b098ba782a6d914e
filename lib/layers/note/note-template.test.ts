import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyNote, noteFromReply, noteSections, readNote } from './note-template';

const headings = noteSections.map(({ heading }) => heading);

function bodiesOf(note: string): Record<string, string> {
  return Object.fromEntries(
    [...readNote(note)].flatMap(([{ heading }, body]) => (body === '' ? [] : [[heading, body]])),
  );
}

describe('the template of the note', () => {
  it('[N1] has ten sections, each with a guide line in italics', () => {
    expect(headings).toHaveLength(10);
    expect(headings[0]).toBe('Session title');
    expect(headings.at(-1)).toBe('Worklog');
    expect(emptyNote.match(/^# /gm)).toHaveLength(10);
    expect(emptyNote.match(/^_[^_]+_$/gm)).toHaveLength(10);
    expect(bodiesOf(emptyNote)).toEqual({});
  });
});

describe('a note made from a reply', () => {
  const earlier = noteFromReply('# Worklog\nread a.ts', emptyNote);

  it('[N3] has its headings and guide lines repaired if the reply changed them', () => {
    const reply = '## worklog:\n*what I did*\n\nread b.ts\n\n# **Session Title**\n_My own guide._\nFixing the tests\n';
    const note = noteFromReply(reply, emptyNote);
    expect(bodiesOf(note)).toEqual({ 'Session title': 'Fixing the tests', Worklog: 'read b.ts' });
    expect(note.replace('\n\nFixing the tests', '').replace('\n\nread b.ts', '')).toBe(emptyNote);
  });

  it('[N3] keeps a section that the reply omits, and empties one that the reply leaves empty', () => {
    expect(bodiesOf(noteFromReply('# Learnings\nrun the linter', earlier))).toEqual({
      Learnings: 'run the linter',
      Worklog: 'read a.ts',
    });
    expect(noteFromReply('# Worklog', earlier)).toBe(emptyNote);
  });

  it('[N3] admits no additional section', () => {
    const note = noteFromReply('# Worklog\n# My section\ntext\n```sh\n# a comment\n```', emptyNote);
    expect(bodiesOf(note)).toEqual({ Worklog: '## My section\ntext\n```sh\n# a comment\n```' });
  });

  it('[N3] merges a repeated section, including its code fence', () => {
    const note = noteFromReply('# Worklog\n```\n# Worklog\n```\n# My section', emptyNote);
    expect(bodiesOf(note)).toEqual({ Worklog: '```\n```\n## My section' });
    expect(noteFromReply(note, emptyNote)).toBe(note);
  });

  it('treats text without any of the headings as the current state', () => {
    expect(bodiesOf(noteFromReply('[assumed]', earlier))).toEqual({
      'Current state': '[assumed]',
      Worklog: 'read a.ts',
    });
    expect(bodiesOf(noteFromReply('# Other\ntext', emptyNote))).toEqual({ 'Current state': '## Other\ntext' });
  });

  it('drops fences and text around the note', () => {
    expect(bodiesOf(noteFromReply('```markdown\nHere it is:\n# Worklog\r\ndone\n```', emptyNote))).toEqual({
      Worklog: 'done',
    });
  });

  it('has no other heading of the first level, even if the reply indents it', () => {
    const note = noteFromReply('# Session title\n # Other\n!', emptyNote);
    expect(bodiesOf(note)).toEqual({ 'Session title': '## Other\n!' });
    expect(noteFromReply(note, emptyNote)).toBe(note);
  });

  it('[N3] has the form of the template whatever the reply, and does not change when it is read again', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('```', '_guide_', '*guide*', '# Other', '', '> quoted'),
      fc
        .tuple(fc.constantFrom('#', '##', ' # '), fc.constantFrom(...headings))
        .map(([mark, name]) => `${mark} ${name}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.array(line, { maxLength: 30 }), (lines, linesBefore) => {
        const before = noteFromReply(linesBefore.join('\n'), emptyNote);
        const note = noteFromReply(lines.join('\n'), before);
        expect([...readNote(note).keys()]).toEqual(noteSections);
        for (const { heading, guide } of noteSections) expect(note).toContain(`# ${heading}\n_${guide}_`);
        expect(noteFromReply(note, emptyNote)).toBe(note);
      }),
      { numRuns: 1_000 },
    );
  });
});
