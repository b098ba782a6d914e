import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../base/json';
import { clearedResult } from '../../../layers/results/clear-results';
import { environment } from '../../../layers/shape/context-text.test-support';
import { storedResultStub, textOfResult } from '../../../layers/shape/stored-result';
import type { ToolCallId, ToolResultPart } from '../../../transcript/transcript';
import { restOfStored, toSee } from './seeing';
import { visibleContextOf } from './sight';

let calls = 0;

/** A reply that calls one tool, and its result. */
function round(name: string, input: JsonObject, result: string, isError = false): JsonObject[] {
  calls += 1;
  const id = `call-${calls}`;
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result, is_error: isError }] },
  ];
}

const user = (text: string): JsonObject => ({ role: 'user', content: [{ type: 'text', text }] });
const seen = (...messages: (JsonObject | JsonObject[])[]) => visibleContextOf({ messages: messages.flat() });
const READ = { file_path: 'a.awk' };
const TEXT = '     1\tfirst\n     2\tsecond';

/** As the layer writes it: the scripted model knows it by its words. */
function placeholder(): string {
  const result: ToolResultPart = { kind: 'tool-result', callId: 'x' as ToolCallId, parts: [], isError: false };
  const { part } = clearedResult(result, environment());
  return part.kind === 'tool-result' ? textOfResult(part) : '';
}

describe('what the scripted model sees of a file', () => {
  const fileIn = (...messages: (JsonObject | JsonObject[])[]) => seen(user('fix it'), ...messages).files.get('a.awk');

  it('is what was read, without line numbers', () =>
    expect(fileIn(round('Read', READ, TEXT))).toEqual({ text: 'first\nsecond', isWhole: true }));
  it('is found under any spelling of its path', () =>
    expect(fileIn(round('Read', { file_path: '/workspace/a.awk' }, TEXT))).toBeDefined());
  it('is nothing if the result was cleared or an error', () => {
    expect(fileIn(round('Read', READ, placeholder()))).toBeUndefined();
    expect(fileIn(round('Read', READ, 'There is no file', true))).toBeUndefined();
  });
  it('includes later edits', () => {
    const edit = { ...READ, old_string: 'second', new_string: 'third' };
    expect(fileIn(round('Read', READ, TEXT), round('Edit', edit, 'ok'))?.text).toBe('first\nthird');
    expect(fileIn(round('Read', READ, TEXT), round('Edit', edit, 'no', true))?.text).toBe('first\nsecond');
  });
  it('grows with the next part', () => {
    const part = (offset: number, text: string) => round('Read', { ...READ, offset, limit: 2 }, text);
    expect(fileIn(part(1, TEXT), part(3, '     3\tthird'))).toEqual({ text: 'first\nsecond\nthird', isWhole: false });
  });
  it('includes what a compaction restored', () =>
    expect(fileIn(user('Extracted from the transcript by rules'), user(`a.awk\n${TEXT}`))?.text).toBe('first\nsecond'));
});

describe('what the scripted model reads again', () => {
  const say = (...messages: (JsonObject | JsonObject[])[]) => toSee(seen(user('fix it'), ...messages), 'So.', 'a.awk');

  it('is nothing that is in sight or unavailable', () => {
    expect(say(round('Read', READ, TEXT))).toBeUndefined();
    expect(say(round('Read', READ, 'There is no file', true))).toBeUndefined();
  });
  it('is what was cleared, and it says so', () =>
    expect(say(round('Read', READ, placeholder()))).toMatchObject({
      say: "So. a.awk is no longer in my context, so I'll read it again.",
      calls: [{ name: 'Read', input: READ }],
    }));
  it('is what only a summary mentions', () =>
    expect(say(user('Extracted from the transcript by rules: a.awk: read'))).toMatchObject({
      say: "So. The summary mentions a.awk, but its text is not in my context, so I'll read it.",
    }));
});

describe('a stored result', () => {
  const text = Array.from({ length: 90 }, (_, line) => `line ${line + 1} of the output`).join('\n');
  const stub = storedResultStub(text, 'tool-results/run/c.txt', { previewLength: 50, previewsCharacters: false });
  const numbered = (from: number, to: number) =>
    text
      .split('\n')
      .slice(from - 1, to)
      .map((line, index) => `${String(from + index).padStart(6)}\t${line}`)
      .join('\n');
  const part = (offset: number, to: number) =>
    round('Read', { file_path: 'tool-results/run/c.txt', offset, limit: 60 }, numbered(offset, to));
  const run = round('Bash', { command: 'sh x' }, stub);
  const next = (...messages: JsonObject[][]) => {
    const sight = seen(user('fix it'), ...messages);
    return restOfStored(sight, sight.uses[0]);
  };

  it('is read from its path, part by part, to the end', () => {
    expect(next(run)).toMatchObject({ name: 'Read', input: { file_path: 'tool-results/run/c.txt', offset: 1 } });
    expect(next(run, part(1, 60))).toMatchObject({ input: { offset: 61, limit: 60 } });
    expect(next(run, part(1, 60), part(61, 90))).toBeUndefined();
  });
  it('is given up if its file is missing', () =>
    expect(
      next(run, round('Read', { file_path: 'tool-results/run/c.txt' }, 'There is no file', true)),
    ).toBeUndefined());
});

describe('what the user wants', () => {
  it('is the latest prompt, which is new until something is done', () => {
    expect(seen(user('fix it')).asked).toEqual({ text: 'fix it', at: 0, isNew: true });
    expect(seen(user('fix it'), round('Read', READ, TEXT)).asked).toMatchObject({ text: 'fix it', isNew: false });
  });
  it('is quoted from the summary if the prompt is gone', () => {
    const summary =
      'Extracted from the transcript by rules\n## 1. Primary request\nFirst request:\n> one\nLatest request:\n> two\n> lines';
    expect(seen(user(summary)).asked).toMatchObject({ text: 'two\nlines', isNew: false });
    const open = `${summary}\n- The user's latest message has not been answered.`;
    expect(seen(user(open)).asked).toMatchObject({ isNew: true });
  });
});
