import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyNote, noteFromReply, noteSections, readNote } from '../../layers/note/note-template';
import { roughText } from '../../tokens/rough';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { noteWriters } from './note-writers';
import { offlineNote } from './offline-note';

function noteOf(text: string, note = emptyNote, maxTokens = 4_000): string {
  return offlineNote({ messages: transcriptFromText(text).messages, note, maxTokens, countTokens: roughText });
}

function section(note: string, heading: string): string {
  const found = noteSections.find((each) => each.heading === heading);
  return (found && readNote(note).get(found)) ?? '';
}

const FIRST = `
  user "Make the upload work on port 8443. Never touch legacy.ts."
  call #1 TodoWrite {"todos":[{"content":"Find it","status":"completed"},{"content":"Fix it","status":"in_progress"}]}
  call #2 Read src/upload.ts
  call #3 Read docs/ports.md
  call #4 Bash npm test
  result #1 "ok"
  result #2 "export function openPort() {}"
  result #3 "# Ports\\n\\ntext\\n\\n## Which one"
  result #4 error "FAIL upload\\nError: connect ECONNREFUSED 127.0.0.1:8080"
  assistant "The problem is that the port is fixed."
  call #5 Edit src/upload.ts
  result #5 "done"
`;
const SECOND = `
  user "Now the docs"
  call #6 Bash npm test
  result #6 "3 passed"
  call #7 Write docs/new.md
  result #7 "File created successfully"
  assistant "The page docs/new.md is written."
`;

describe('[N1] a note written offline', () => {
  const note = noteOf(FIRST);

  it('has the form of the template', () => {
    expect(noteFromReply(note, emptyNote)).toBe(note);
    expect([...readNote(note).keys()]).toEqual(noteSections);
  });
  it('has a writer for every section', () =>
    expect(Object.keys(noteWriters)).toEqual(noteSections.map(({ heading }) => heading)));
  it('says what was requested, with the rules', () => {
    expect(section(note, 'Session title')).toBe('Make the upload work on port 8443.');
    expect(section(note, 'Task specification')).toBe(
      '- Rule: Never touch legacy.ts.\n- Asked:\n> Make the upload work on port 8443. Never touch legacy.ts.',
    );
  });
  it('says what is in progress', () =>
    expect(section(note, 'Current state')).toMatch(/^Next:\n- Task: Fix it\n.*\[~\] Fix it\n.*\[x\] Find it/s));
  it('says what was done to files, and what they define', () =>
    expect(section(note, 'Files and functions')).toBe(
      '- src/upload.ts: changed, read; defines openPort\n- docs/ports.md: read',
    ));
  it('lists the headings of what was read', () =>
    expect(section(note, 'Codebase and system documentation')).toBe('- docs/ports.md: Ports · Which one'));
  it('has a line for each reply with tool calls', () =>
    expect(section(note, 'Worklog')).toBe(
      '- TodoWrite; Read src/upload.ts; Read docs/ports.md; `npm test`\n- Edit src/upload.ts',
    ));
});

describe('[N3] an updated note', () => {
  it('is the same if nothing has happened', () => expect(noteOf(FIRST, noteOf(FIRST))).toBe(noteOf(FIRST)));

  it.each([
    ['with the old messages in context', `${FIRST}\n---\n${SECOND}`],
    ['without them', SECOND],
  ])('keeps its content and adds what is new, %s', (_, present) => {
    const note = noteOf(present, noteOf(FIRST));
    expect(section(note, 'Session title')).toBe('Make the upload work on port 8443.');
    expect(section(note, 'Task specification')).toMatch(/Never touch legacy.*port 8443.*> Now the docs$/s);
    expect(section(note, 'Files and functions')).toBe(
      '- src/upload.ts: changed, read; defines openPort\n- docs/ports.md: read\n- docs/new.md: created',
    );
    expect(section(note, 'Workflow')).toBe('- `npm test`: passed');
    expect(section(note, 'Errors and corrections')).toContain('FAIL upload');
    expect(section(note, 'Learnings')).toBe('- The problem is that the port is fixed.');
    expect(section(note, 'Key results')).toBe('- Answer to the user:\n> The page docs/new.md is written.');
    expect(section(note, 'Current state')).toContain('[~] Fix it');
    expect(section(note, 'Worklog').split('\n')).toEqual([
      '- TodoWrite; Read src/upload.ts; Read docs/ports.md; `npm test`',
      '- Edit src/upload.ts',
      '- `npm test`',
      '- Write docs/new.md',
    ]);
  });

  it('includes an earlier summary if that is all that is left', () => {
    const note = noteOf(`boundary full auto 1000\nsummary "The port was 8080."\n${SECOND}`);
    expect(section(note, 'Worklog')).toMatch(/^- Before this note:\n> The port was 8080\.\n- `npm test`/);
  });

  it('keeps lines that someone else wrote', () => {
    const own = noteFromReply('# Learnings\nThe server is slow.\n  Very slow.\n# Files and functions\nAll of src', '');
    const note = noteOf(FIRST, own);
    expect(section(note, 'Learnings')).toBe(
      'The server is slow.\n  Very slow.\n- The problem is that the port is fixed.',
    );
    expect(section(note, 'Files and functions')).toMatch(/^All of src\n- src\/upload\.ts/);
  });
});

it('[N1] stays within its length, whatever its content', () => {
  fc.assert(
    fc.property(arbitraryTranscript, fc.integer({ min: 0, max: 2_000 }), ({ messages }, maxTokens) => {
      const first = offlineNote({ messages, note: emptyNote, maxTokens, countTokens: roughText });
      const next = offlineNote({ messages, note: first, maxTokens, countTokens: roughText });
      for (const note of [first, next]) expect(roughText(note)).toBeLessThanOrEqual(maxTokens);
      expect(offlineNote({ messages, note: first, maxTokens, countTokens: roughText })).toBe(next);
    }),
  );
});
