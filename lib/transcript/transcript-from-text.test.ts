import { describe, expect, it } from 'vitest';
import { formatAsText } from './format-as-text';
import { transcriptFromText } from './transcript-from-text';

describe('transcriptFromText', () => {
  it('reads a whole session', () => {
    const transcript = transcriptFromText(`
      // what precedes the messages
      system "Be brief."
      tool read "reads a file"
      window 200000

      clock 2026-01-01T10:00:00Z
      user "Fix the tests"
      image 640x480
      thinking hidden
      assistant "I look."
      call #1 read a.ts
      call #2 Bash npm test
      usage 21000 read 20000 written 900 output 50 reasoning 20
      wait 90 min
      result #1 "one"
      result #2 error "two"
      image 20x10
      boundary micro #1
      assistant "Done."
      usage 22000 output 3 partial
      boundary full auto 167000 keep m2 before-summary
      summary "What was done."
      injected "A reminder."
      rewind 1
      echo "/compact"
      error "Overloaded"
    `);
    expect(formatAsText(transcript)).toBe(`highwater
window: 200000
system in file: all
system text "Be brief."
tool read "reads a file"
0 m0 user prompt 2026-01-01T10:00:00.000Z
  text "Fix the tests"
  image image/png 640x480 ? bytes
1 m1 assistant reply of r0 2026-01-01T10:00:00.000Z
  thinking "" (100 opaque)
  text "I look."
  tool-call #1 read {"file_path":"a.ts"}
  tool-call #2 Bash {"command":"npm test"}
2 m2 tool tool-results 2026-01-01T11:30:00.000Z
  tool-result #1 read: text "one"
  tool-result #2 Bash error: text "two" + image image/png 20x10 ? bytes
3 m3 assistant reply of r1 2026-01-01T11:30:00.000Z
  text "Done."
4 m4 user summary 2026-01-01T11:30:00.000Z
  text "What was done."
5 m5 user injected 2026-01-01T11:30:00.000Z
  text "A reminder."
6 m6 user command-echo 2026-01-01T11:30:00.000Z
  text "/compact"
7 m7 assistant error 2026-01-01T11:30:00.000Z
  text "Overloaded"
call r0 at 1: input 100, read 20000, written 900, output 50, reasoning 20
call r1 at 3: input 22000, read 0, written 0, output 3 (partial)
boundary micro at 3: unknown, cleared #1
boundary full at 4: auto, before 167000, kept m2, before-summary
boundary rewind at 6: manual, dropped m5
`);
  });

  it('keeps separated responses apart', () => {
    const { messages, calls } = transcriptFromText('assistant "a"\nthinking "b"\n---\nassistant "c"');
    expect(messages.map((message) => message.parts.length)).toEqual([2, 1]);
    expect(calls.map((call) => call.at)).toEqual([0, 1]);
  });

  it('reads JSON verbatim', () => {
    const { messages } = transcriptFromText('call #1 search {"query":"x"}\nresult #1 {"hits":[1]}');
    expect(messages[0]?.parts[0]).toMatchObject({ input: { query: 'x' } });
    expect(messages[1]?.parts[0]).toMatchObject({ parts: [{ text: '{"hits":[1]}' }] });
  });

  it.each([
    ['user "a"\nshout "b"', 'line 2 "shout "b"" starts with "shout", which is no kind of line'],
    ['constructor "b"', 'line 1 "constructor "b"" starts with "constructor", which is no kind of line'],
    ['user hello', 'line 1 "user hello" has neither "text" in quotes nor a number of tokens'],
    ['usage 5', 'line 1 "usage 5" has no reply before it'],
    ['assistant "a"\nusage 5 read 6', 'line 2 "usage 5 read 6" reads and writes more than was sent'],
    ['assistant "a"\nusage 5 rad 6', 'line 2 "usage 5 rad 6" has "rad", which is no kind of usage'],
    ['boundary half', 'line 1 "boundary half" must be full, micro or prune'],
    ['boundary full kep m1', 'line 1 "boundary full kep m1" has "kep", which a boundary does not have'],
    ['rewind 1', 'line 1 "rewind 1" goes back further than the beginning'],
    ['call read a.ts', 'line 1 "call read a.ts" has "read" where an id such as #1 is expected'],
    ['wait 5 min', 'line 1 "wait 5 min" needs a clock line before it'],
  ])('names the line that it cannot read: %j', (text, message) => {
    expect(() => transcriptFromText(text)).toThrow(`Could not read the transcript: ${message}`);
  });
});
