import { expect, test } from 'vitest';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { promptsViewQuery } from './prompts-view-query';
import { recordedView, whatIfView } from './simulated-session';
import { readViewLink } from './view-link';

test('the recording needs no view, and a policy round-trips', () => {
  expect(promptsViewQuery(recordedView({ name: 'Claude Code' }))).toBe('');
  const query = promptsViewQuery(whatIfView(teachingV5));
  const link = readViewLink(new URLSearchParams(query).get('view') ?? '');
  expect(link.ok && link.value?.policy.id).toBe(teachingV5.id);
});
