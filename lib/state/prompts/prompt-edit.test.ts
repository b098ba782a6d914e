import { expect, test } from 'vitest';
import { type SummaryPrompt, summaryPrompt } from '../../prompts/summary-prompt';
import { editText } from './prompt-edit';

const preset = summaryPrompt({ id: 'five', title: 'Five', text: 'Sum up.', modelledOn: { name: 'A', source: 'b' } });

function library(...prompts: SummaryPrompt[]) {
  const discarded: string[] = [];
  return {
    prompts,
    discarded,
    editPrompt(prompt: SummaryPrompt) {
      this.prompts = [...this.prompts.filter(({ id }) => id !== prompt.id), prompt];
    },
    async discardPrompt(id: string) {
      discarded.push(id);
      this.prompts = this.prompts.filter((prompt) => prompt.id !== id);
    },
  };
}

test('the first change of a preset makes a copy, and further ones change the copy', () => {
  const own = library();
  const first = editText(own, [preset], { prompt: preset, text: 'Sum up!' });
  expect(first.prompt).toBe('five-copy');
  expect(own.prompts).toMatchObject([{ id: 'five-copy', title: 'Five (copy)', text: 'Sum up!' }]);
  const [copy] = own.prompts;
  if (copy === undefined) throw new Error('There is a copy');
  const second = editText(own, [preset], { prompt: copy, text: 'Sum up!\n## Goal', copy: first.copy });
  expect(second).toEqual(first);
  expect(own.prompts).toMatchObject([{ id: 'five-copy', text: 'Sum up!\n## Goal', sections: ['Goal'] }]);
});

test('the copy goes again if the text of the preset is restored', () => {
  const own = library();
  const first = editText(own, [preset], { prompt: preset, text: 'Sum up!' });
  const [copy] = own.prompts;
  if (copy === undefined) throw new Error('There is a copy');
  const undone = editText(own, [preset], { prompt: copy, text: 'Sum up.', copy: first.copy });
  expect(undone).toEqual({ prompt: 'five', copy: undefined });
  expect([own.prompts, own.discarded]).toEqual([[], ['five-copy']]);
});

test('a custom prompt with the text of a preset stays', () => {
  const mine = summaryPrompt({ id: 'mine', title: 'Mine', text: 'Sum up' });
  const own = library(mine);
  expect(editText(own, [preset], { prompt: mine, text: 'Sum up.' })).toEqual({ prompt: 'mine', copy: undefined });
  expect(own.prompts).toMatchObject([{ id: 'mine', text: 'Sum up.' }]);
});
