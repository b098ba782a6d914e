import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import { arbitraryTranscript } from '../../transcript/arbitrary-transcript.test-support';
import type { Message, MessageId, Origin, Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { instructionLoads } from './instruction-loads';
import { recordedTimeline } from './recorded-timeline';
import { pieceText, type SystemPieces, systemPieces } from './system-pieces';

const CONTEXT = `<system-reminder>
Use the following context:
# claudeMd
Follow these instructions.

Contents of /home/me/.claude/CLAUDE.md (my own instructions):

# Style
Short sentences.

Contents of /w/CLAUDE.md (project instructions):

Run the tests.
# currentDate
Today is a Monday.
</system-reminder>`;

function listed(transcript: Transcript): SystemPieces {
  return systemPieces(transcript, recordedTimeline(transcript));
}

/** Puts messages of the program before those of a text. */
function withAdded(text: string, added: readonly { before: number; text: string; origin?: Origin }[]): Transcript {
  const transcript = transcriptFromText(text, { workingDirectory: '/w' });
  const messages: Message[] = [];
  const moved: number[] = [];
  transcript.messages.forEach((message, index) => {
    for (const { before, text: words, origin } of added) {
      if (before !== index) continue;
      const id = `added-${messages.length}` as MessageId;
      const message = { id, role: 'user', kind: 'injected', parts: [{ kind: 'text', text: words }], line: 0 } as const;
      messages.push(origin === undefined ? message : { ...message, origin });
    }
    moved.push(messages.length);
    messages.push(message);
  });
  const place = (at: number) => moved[at] ?? messages.length;
  return {
    ...transcript,
    messages,
    calls: transcript.calls.map((call) => ({ ...call, at: place(call.at) })),
    boundaries: transcript.boundaries.map((boundary) => ({ ...boundary, at: place(boundary.at) })),
  };
}

const session = `
  user 100 tokens
  assistant "a"
  usage 20000 output 10
  user 100 tokens
  assistant "b"
  usage 21000 output 10
  boundary full auto
  summary 400 tokens
  assistant "c"
  usage 12000 output 10
  assistant "d"
  usage 12100 output 10
`;

describe('what surrounds the conversation', () => {
  it('[Y5] has the sections of the user context, and the instructions file by file', () => {
    const transcript = withAdded(session, [{ before: 0, text: CONTEXT }]);
    const { pieces } = listed(transcript);
    expect(pieces.map(({ kind, name, source }) => [kind, name, source])).toEqual([
      ['context', 'introduction', 'user context'],
      ['context', 'claudeMd', 'user context'],
      ['context', 'currentDate', 'user context'],
      ['instructions', '/home/me/.claude/CLAUDE.md', 'my own instructions'],
      ['instructions', '/w/CLAUDE.md', 'project instructions'],
    ]);
    expect(pieces.map(({ times }) => times.map(({ first, last }) => [first, last]))).toEqual(
      pieces.map(() => [[0, 1]]),
    );
    const texts = pieces.map((piece) => pieceText(transcript, piece, 0));
    expect(texts.reduce((all, text) => all + text.length, 0)).toBe(CONTEXT.length);
    expect(texts[3]).toContain('# Style\nShort sentences.');
    expect(texts[4]).not.toContain('currentDate');
  });

  it('[Y5] says what a compaction loaded again, what is new, and what is gone', () => {
    const rule = { kind: 'instructions', name: '/w/.claude/rules/a.md' } as const;
    const transcript = withAdded(session, [
      { before: 0, text: 'Rule', origin: rule },
      { before: 0, text: 'Skills', origin: { kind: 'skills' } },
      { before: 5, text: 'Rule', origin: rule },
      { before: 5, text: 'File', origin: { kind: 'file', name: 'a.ts' } },
    ]);
    const { pieces, compactions } = listed(transcript);
    const names = (indices: readonly number[]) => indices.map((index) => pieces[index]?.name);
    expect(compactions.map(({ call, back, added, gone }) => [call, names(back), names(added), names(gone)])).toEqual([
      [2, ['/w/.claude/rules/a.md'], ['a.ts'], ['Skills']],
    ]);
    const found = pieces.find(({ kind }) => kind === 'instructions');
    expect(found).toMatchObject({
      texts: 1,
      times: [
        { first: 0, last: 1 },
        { first: 2, last: 3 },
      ],
    });
  });

  it('[Y1] lists system prompt and tools that are in the file, over all calls', () => {
    const transcript: Transcript = {
      ...transcriptFromText(session),
      system: [{ kind: 'text', text: 'You are an agent. '.repeat(40) }],
      tools: [{ name: 'Read', schemaText: 'Reads a file. '.repeat(40) }],
      systemInFile: 'all',
    };
    const { pieces } = listed(transcript);
    expect(pieces.map(({ kind, name, times }) => [kind, name, times.length, times[0]?.first, times[0]?.last])).toEqual([
      ['system', 'System prompt', 1, 0, 3],
      ['tools', 'Tools (1)', 1, 0, 3],
    ]);
    const [system] = pieces;
    expect(system && pieceText(transcript, system, 0)).toMatch(/^You are an agent\./);
    expect(system?.times[0]?.tokens).toBeGreaterThan(50);
  });

  it('[Y6] lists nothing of what was typed, answered, or reported', () => {
    const transcript = withAdded(session, [
      { before: 1, text: '<task-notification>done</task-notification>' },
      { before: 1, text: '[Request interrupted by user]' },
      { before: 1, text: 'And this', origin: { kind: 'queued' } },
    ]);
    expect(listed(transcript).pieces).toEqual([]);
  });

  it('[Y1] says how much is not in the file', () => {
    const { notInFile, pieces } = listed(transcriptFromText(session));
    expect(pieces).toEqual([]);
    expect(notInFile.first).toBeGreaterThan(10_000);
    expect(notInFile.carried).toBeGreaterThan(notInFile.first);
  });

  it('lists nothing of a session without calls', () => {
    expect(listed(transcriptFromText('user "a"'))).toMatchObject({ calls: 0, pieces: [], compactions: [] });
  });

  it('[Y1] never has more than was sent, and every time at calls of the session', () => {
    const recording = fc.oneof(arbitraryTranscript, arbitraryRecording);
    fc.assert(
      fc.property(recording, (transcript) => {
        const { pieces, calls, sent } = listed(transcript);
        const carried = pieces.reduce((sum, piece) => sum + piece.carried, 0);
        // Whole numbers: each part may be rounded up.
        expect(carried).toBeLessThanOrEqual(sent + transcript.messages.length * 4 + 4);
        for (const piece of pieces) {
          piece.times.forEach(({ first, last, tokens }, time) => {
            expect(0 <= first && first <= last && last < calls).toBe(true);
            expect(tokens).toBeGreaterThanOrEqual(0);
            expect(pieceText(transcript, piece, time)).not.toBe(undefined);
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('instructions loaded during a recording', () => {
  const reads = `
    user 100 tokens
    call #1 Read src/a.css
    usage 20000 output 10
    result #1 300 tokens
    call #2 Read /w/src/a.ts
    usage 21000 output 10
    result #2 300 tokens
    call #3 Read /w/src/b.ts
    usage 22000 output 10
    result #3 300 tokens
    assistant "a"
    usage 23000 output 10
  `;
  const rule = { kind: 'instructions', name: '/w/.claude/rules/ts.md', paths: ['**/*.ts'] } as const;

  it('[I3] are explained by the file that was read before', () => {
    const transcript = withAdded(reads, [{ before: 5, text: 'Use tabs.', origin: rule }]);
    const { recorded, predicted } = instructionLoads(transcript);
    expect(predicted).toEqual([{ path: rule.name, call: 2, reason: 'matched paths', because: '/w/src/a.ts' }]);
    expect(recorded).toMatchObject([{ path: rule.name, call: 2, message: 5, because: '/w/src/a.ts' }]);
    expect(listed(transcript).pieces[0]?.times[0]?.because).toBe('/w/src/a.ts');
  });

  it('[I3] are not explained at another place', () => {
    const { recorded, predicted } = instructionLoads(
      withAdded(reads, [{ before: 7, text: 'Use tabs.', origin: rule }]),
    );
    expect(predicted).toMatchObject([{ call: 2 }]);
    expect(recorded).toEqual([{ path: rule.name, call: 3, message: 7 }]);
  });

  it('[I3] come one call later for a file that changed outside, also in Windows paths', () => {
    const windows = { ...rule, name: 'C:\\w\\.claude\\rules\\ts.md' };
    const transcript = withAdded(reads.replaceAll('/w/src', '/elsewhere'), [
      { before: 3, text: '1 x', origin: { kind: 'changed-file', name: 'C:\\w\\src\\b.ts' } },
      { before: 5, text: 'Use tabs.', origin: windows },
    ]);
    const { recorded } = instructionLoads({ ...transcript, workingDirectory: 'C:\\w' });
    expect(recorded).toMatchObject([{ call: 2, because: 'C:\\w\\src\\b.ts' }]);
  });

  const rebased = (command: string, result = '300 tokens') => {
    const transcript = withAdded(
      `
      user 100 tokens
      call #1 Bash ls
      usage 20000 output 10
      result #1 300 tokens
      call #2 Bash ls
      usage 21000 output 10
      result #2 300 tokens
      call #3 Bash ${command}
      usage 22000 output 10
      result #3 ${result}
      call #4 Bash ls
      usage 23000 output 10
      result #4 300 tokens
      assistant "a"
      usage 24000 output 10
    `,
      [
        { before: 3, text: '1 x', origin: { kind: 'changed-file', name: '/w/a.css' } },
        { before: 3, text: '1 x', origin: { kind: 'changed-file', name: '/w/b.ts' } },
        { before: 4, text: 'Use spaces.', origin: { ...rule, name: '/w/.claude/rules/css.md', paths: ['**/*.css'] } },
        { before: 5, text: 'Use tabs.', origin: rule },
      ],
    );
    return instructionLoads(transcript).predicted.map(({ path, call }) => `${call} ${path.slice(17)}`);
  };

  it('[I3] a rebase reads again what changed before: what others followed is loaded again', () => {
    const before = ['2 css.md', '2 ts.md'];
    expect(rebased('git log')).toEqual(before);
    expect(rebased('git rebase -i main')).toEqual([...before, '4 css.md']);
    expect(rebased('git rebase -i main', 'error 300 tokens')).toEqual(before);
  });
});
