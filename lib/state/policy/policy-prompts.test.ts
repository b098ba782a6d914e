import { expect, it } from 'vitest';
import { standardNotePrompt } from '../../layers/note/note-instruction';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { withNotePrompt } from '../../policies/shape/policy-prompt';
import { nineSections } from '../../prompts/nine-sections';
import { rulesFirst } from '../../prompts/rules-first';
import { summaryPrompt } from '../../prompts/summary-prompt';
import { promptChoices, withPrompt } from './policy-prompts';

const mine = summaryPrompt({ id: 'mine', title: 'Mine', text: 'Be short. <notes>…</notes>', scratchTag: 'notes' });

it('[F3] a policy without a prompt has the standard one, and choosing that removes the prompt again', () => {
  expect(promptChoices(claudeCode21, [mine])).toMatchObject({ chosen: 'nine-sections', own: [mine] });
  const other = withPrompt(claudeCode21, rulesFirst);
  expect(other.summaryPrompt).toEqual({ id: 'rules-first', title: 'Rules first', text: rulesFirst.text });
  expect(withPrompt(other, nineSections)).toEqual(claudeCode21);
});

it('[F3] a custom prompt is copied with its text and its own scratch tag', () => {
  const policy = withPrompt(claudeCode21, mine);
  expect(policy.summaryPrompt).toEqual({ id: 'mine', title: 'Mine', text: mine.text, scratchTag: 'notes' });
  expect(promptChoices(policy, [mine]).chosen).toBe('mine');
});

it('[N3] a policy has the standard note prompt until another is set, and again when that is emptied', () => {
  const own = withNotePrompt(claudeCode21, 'Write one line.');
  expect(own.notePrompt).toBe('Write one line.');
  for (const text of [standardNotePrompt, '  ']) expect(withNotePrompt(own, text)).toEqual(claudeCode21);
});

it('the text in a policy stays even if the prompt is changed or deleted', () => {
  const policy = withPrompt(claudeCode21, mine);
  const changed = { ...mine, text: 'Be long.' };
  expect(promptChoices(policy, [changed])).toMatchObject({ chosen: undefined, inUse: { text: mine.text } });
  expect(promptChoices(policy, []).chosen).toBeUndefined();
});
