import { describe, expect, it } from 'vitest';
import { nineSections } from '../../prompts/nine-sections';
import { summaryPrompt } from '../../prompts/summary-prompt';
import { MAX_CHARACTERS } from '../shared/link-hash';
import { appendPrompts, asCopies, linkedBeside, promptsInUse, promptsOfLink } from './linked-prompts';
import type { ColumnSource } from './prompts-link';

const mine = summaryPrompt({ id: 'mine', title: 'Mine', text: 'Be short & clear: ä 😀\n## All', scratchTag: 'notes' });
const other = summaryPrompt({ id: 'other', title: 'Other', text: 'Be long.' });
const columns: readonly ColumnSource[] = [
  { type: 'model', prompt: 'mine', model: 'm', maxTokens: 4_000 },
  { type: 'offline' },
  { type: 'model', prompt: nineSections.id, model: 'm', maxTokens: 4_000 },
];

function throughLink(prompts: Parameters<typeof appendPrompts>[1]) {
  const query = new URLSearchParams();
  appendPrompts(query, prompts);
  return promptsOfLink(new URLSearchParams(query.toString()));
}

describe('a link with custom prompts', () => {
  it('carries those of its columns, whole', () => {
    expect(promptsInUse(columns, [mine, other])).toEqual([mine]);
    expect(throughLink([mine])).toEqual({ ok: true, value: [mine] });
  });

  it('omits what would make it too long', () => {
    const long = summaryPrompt({ id: 'long', title: 'Long', text: 'x'.repeat(MAX_CHARACTERS - 100) });
    expect(throughLink([mine, long])).toEqual({ ok: true, value: [mine] });
  });

  it.each(['', '{', '{"version":1}', '{"version":99,"id":"a","title":"b","text":"c"}'])(
    'is rejected with %j',
    (text) => {
      expect(promptsOfLink(new URLSearchParams([['prompt', text]]))).toMatchObject({ ok: false });
    },
  );
});

describe('its prompts in another browser', () => {
  it('are added if it has none of that id, and left alone if it has the same', () => {
    expect(linkedBeside([other], [mine])).toEqual({ added: [mine], differing: [] });
    expect(linkedBeside([other, mine], [mine])).toEqual({ added: [], differing: [] });
  });

  it('do not replace one of the same id with another text, but can become a copy', () => {
    const theirs = summaryPrompt({ ...mine, text: 'Something else.' });
    expect(linkedBeside([theirs], [mine])).toEqual({ added: [], differing: [mine] });
    const taken = asCopies(columns, [mine], [theirs]);
    expect(taken.copies).toEqual([{ ...mine, id: 'mine-copy', title: 'Mine (copy)' }]);
    expect(taken.columns).toEqual([{ ...columns[0], prompt: 'mine-copy' }, ...columns.slice(1)]);
  });
});
