import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { summaryPrompts } from './index';
import { besideOthers, duplicatePrompt, parsePrompt, readPrompts, writePrompt, writePrompts } from './own-prompts';
import { MAX_PROMPT_CHARACTERS, summaryPrompt } from './summary-prompt';

const own = summaryPrompt({ id: 'mine', title: 'Mine', text: '## Goal\nSay it.' });

function whyRefused(json: Json): string {
  const parsed = parsePrompt(json);
  return parsed.ok ? 'taken' : parsed.error;
}

describe('a prompts file', () => {
  it('round-trips', () => {
    expect(readPrompts(writePrompts([...summaryPrompts, own]))).toEqual({ ok: true, value: [...summaryPrompts, own] });
    expect(readPrompts(JSON.stringify(writePrompt(own)))).toEqual({ ok: true, value: [own] });
    expect(readPrompts(writePrompts([]))).toEqual({ ok: true, value: [] });
  });

  it('[F3] contains the tag of an unusual scratch part', () => {
    const text = 'Think first:\n<my_notes>\n## Goal\nSay it.';
    const prompt = summaryPrompt({ id: 'mine', title: 'Mine', text, scratchTag: 'my_notes' });
    expect(prompt).toMatchObject({ scratchTag: 'my_notes', sections: ['Goal'] });
    expect(readPrompts(writePrompts([prompt]))).toEqual({ ok: true, value: [prompt] });
    expect(duplicatePrompt(prompt, [prompt]).scratchTag).toBe('my_notes');
  });

  it('does not contain what is derived from the text', () => {
    expect(writePrompt(own)).toEqual({ version: 1, id: 'mine', title: 'Mine', text: '## Goal\nSay it.' });
  });

  it('is rejected with the place of the error', () => {
    const file = { version: 1, prompts: [writePrompt(own), { ...writePrompt(own), title: ' ' }] };
    const refused = readPrompts(JSON.stringify(file));
    expect(refused).toEqual({ ok: false, error: 'prompt 2: "title" must be a text of 1 to 200 characters' });
    expect(readPrompts('{')).toMatchObject({ ok: false, error: expect.stringContaining('not JSON') });
  });
});

describe('an imported prompt', () => {
  it('replaces no other: if its id is taken, it becomes a copy', () => {
    expect(besideOthers(own, summaryPrompts)).toBe(own);
    expect(besideOthers({ ...own }, [own])).toEqual(own);
    const other = summaryPrompt({ id: 'mine', title: 'Mine', text: 'Other words.' });
    expect(besideOthers(other, [own])).toMatchObject({ id: 'mine-copy', title: 'Mine (copy)', text: 'Other words.' });
  });
});

describe('a prompt from outside', () => {
  it('is rejected with a message for each field', () => {
    const good = writePrompt(own);
    expect(whyRefused(good)).toBe('taken');
    for (const other of [[], {}, { a: 1 }, null, 'x']) expect(whyRefused(other)).toContain('not a prompt');
    expect(whyRefused({ ...good, version: 2 })).toContain('update Highwater');
    expect(whyRefused({ ...good, version: 'a' })).toContain('format version');
    expect(whyRefused({ ...good, id: 7 })).toContain('"id"');
    expect(whyRefused({ ...good, text: ' \n' })).toContain('"text"');
    expect(whyRefused({ ...good, text: 'a'.repeat(MAX_PROMPT_CHARACTERS + 1) })).toContain('"text"');
    expect(whyRefused({ ...good, modelledOn: { name: 'Codex' } })).toContain('in "modelledOn": "source"');
    for (const scratchTag of ['', 'a b', '(', 'Summary', 7]) {
      expect(whyRefused({ ...good, scratchTag })).toContain('"scratchTag"');
    }
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 1 }), (any, field) => {
        parsePrompt(JSON.parse(JSON.stringify(any)));
        parsePrompt({ ...writePrompt(own), modelledOn: JSON.parse(JSON.stringify(field)) });
        parsePrompt({ ...writePrompt(own), scratchTag: JSON.parse(JSON.stringify(field)) });
      }),
    );
  });
});

it('duplicates a prompt under a free name, as a custom prompt without its original source', () => {
  const preset = summaryPrompts[0] ?? own;
  const first = duplicatePrompt(preset, summaryPrompts);
  const second = duplicatePrompt(preset, [...summaryPrompts, first]);
  expect([first.id, first.title]).toEqual(['nine-sections-copy', 'Nine sections (copy)']);
  expect([second.id, second.title]).toEqual(['nine-sections-copy2', 'Nine sections (copy 2)']);
  expect(first).toMatchObject({ text: preset.text, sections: preset.sections });
  expect(first.modelledOn).toBeUndefined();
});
