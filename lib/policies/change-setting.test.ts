import { expect, it } from 'vitest';
import { changeSetting } from './change-setting';
import { claudeCode21 } from './claude-code-2-1';

const problem = (...[path, value]: [string, number | boolean]) => {
  const changed = changeSetting(claudeCode21, path, value);
  return changed.ok ? '' : changed.error;
};

it('changes one setting and leaves the policy it was given as it is', () => {
  const changed = changeSetting(claudeCode21, 'full-compact.restoredFiles', 0);
  const settings = changed.ok && changed.value.layers.find(({ layer }) => layer === 'full-compact')?.settings;
  expect(settings).toMatchObject({ restoredFiles: 0, restoredTokensPerFile: 5_000 });
  expect(claudeCode21.layers.find(({ layer }) => layer === 'full-compact')?.settings).toMatchObject({
    restoredFiles: 5,
  });
});

it('says what is wrong with a layer, a setting or a value', () => {
  expect(problem('novelty.size', 1)).toMatch(/no layer "novelty"/);
  expect(problem('full-compact.novelty', 1)).toMatch(/no setting "novelty"/);
  expect(problem('full-compact', 1)).toMatch(/no setting ""/);
  expect(problem('full-compact.restoredFiles', 1_000)).toMatch(/must be from 0 to 50 files/);
  expect(problem('full-compact.restoredFiles', true)).toMatch(/must be a number/);
});
