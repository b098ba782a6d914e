import { expect, it } from 'vitest';
import { codex } from '../../policies/agents/codex';
import { asRecorded } from '../../policies/presets/as-recorded';
import { isOffered } from './offered-preset';

it('the rules of the recording’s own agent are listed apart, and those by version only for Claude Code', () => {
  expect(isOffered(codex, asRecorded, codex)).toBe(false);
  expect(isOffered(codex, codex, asRecorded)).toBe(true);
  expect(isOffered(asRecorded, undefined, codex)).toBe(false);
  expect(isOffered(asRecorded, undefined, null)).toBe(false);
  // A policy that was chosen before stays in the list, and without a recording all are.
  expect(isOffered(asRecorded, asRecorded, codex)).toBe(true);
  expect(isOffered(asRecorded, undefined, undefined)).toBe(true);
});
