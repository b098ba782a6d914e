import { expect, it } from 'vitest';
import { asArray, asObject } from '../../base/json';
import { none } from '../../policies/presets/none';
import { surroundings } from '../host/run-host.test-support';
import { surroundings as inSections } from '../host/surroundings';
import { type Entry, JOURNAL_VERSION, type OwnSetup } from '../journal/entry';
import { LiveConversation } from './live-conversation';

it('replaces the system prompt, adds instructions, and removes tools', () => {
  expect(texts({})).toEqual(['You are an agent.']);
  expect(texts({ system: 'Be brief.' })).toEqual(['Be brief.']);
  expect(texts({ instructions: ' Never guess. ' })).toEqual([
    'You are an agent.',
    expect.stringMatching(/^Instructions of the user .*\n\nNever guess\.$/s),
  ]);
  // The API rejects an empty text.
  expect(texts({ system: ' ', instructions: '\n' })).toEqual([]);
  const bare = LiveConversation.of(
    [begun({ toolsOff: ['Read'] }), { type: 'prompt', timeMs: 9, text: 'go' }],
    surroundings,
  );
  expect(bodyOf(bare)).not.toHaveProperty('tools');
});

function texts(own: OwnSetup): readonly unknown[] {
  const run = LiveConversation.of([begun(own), { type: 'prompt', timeMs: 9, text: 'go' }], surroundings);
  return (asArray(bodyOf(run)?.system) ?? []).map((block) => asObject(block)?.text);
}

it('names the other mounts if they have files when the run starts, and then stays the same', () => {
  const systemOf = (files: Readonly<Record<string, string>>, ...entries: readonly Entry[]) => {
    const first = begun(undefined, files);
    const body = bodyOf(
      LiveConversation.of([first, ...entries, { type: 'prompt', timeMs: 9, text: 'go' }], inSections),
    );
    return JSON.stringify(body?.system);
  };
  const changed = (path: string, text: string | null): Entry => ({ type: 'files', timeMs: 2, files: [{ path, text }] });
  const usual = systemOf({ 'a.txt': '' });
  expect(usual).not.toContain('/home/agent');
  expect(systemOf({ 'a.txt': '' }, changed('b.txt', 'x'))).toBe(usual);
  expect(systemOf({ '/home/agent/a': '' })).toContain('/home/agent (your home folder, ~)');
  expect(systemOf({}, changed('/etc/a', 'x'))).toContain('/etc, which you can only read');
  expect(systemOf({}, changed('/etc/a', 'x'), changed('/etc/a', null))).toBe(usual);
  const later: readonly Entry[] = [{ type: 'prompt', timeMs: 3, text: 'first' }, changed('/etc/a', 'x')];
  expect(systemOf({}, ...later)).toBe(usual);
});

function begun(own?: OwnSetup, files: Readonly<Record<string, string>> = {}): Entry {
  const setup = {
    version: JOURNAL_VERSION,
    runId: 'run',
    policy: none,
    limits: { calls: 9, dollars: 9 },
    files,
  } as const;
  const more = own === undefined ? {} : { own };
  return { type: 'begun', timeMs: 1, setup: { ...setup, model: { type: 'scripted' }, ...more } };
}

function bodyOf(run: LiveConversation) {
  const { need } = run;
  return need.type === 'reply' ? need.request.body : undefined;
}

it('counts until the first prompt; from then on only turns tools off', () => {
  const run = LiveConversation.of([begun({ system: 'Old.' })], surroundings);
  run.apply({ type: 'policy', timeMs: 2, policy: { ...none, windowTokens: 123_456 } });
  run.apply({ type: 'own-setup', timeMs: 3, own: { system: 'New.' } });
  expect(run.policy.windowTokens).toBe(123_456);
  expect(run.hasStarted).toBe(false);
  run.apply({ type: 'prompt', timeMs: 4, text: 'go' });
  expect(bodyOf(run)).toMatchObject({ system: [{ text: 'New.' }], tools: [{ name: 'Read' }] });
  run.apply({ type: 'own-setup', timeMs: 5, own: { system: 'Too late.', toolsOff: ['Read'] } });
  expect(run.own).toEqual({ system: 'New.', toolsOff: ['Read'] });
  // The cached beginning of the request stays.
  expect(bodyOf(run)).toMatchObject({ system: [{ text: 'New.' }], tools: [{ name: 'Read' }] });
});

it('is the same run when it is applied from its start', () => {
  const own = { instructions: 'Never guess.', toolsOff: ['Read'] };
  const first = LiveConversation.of([begun(own), { type: 'prompt', timeMs: 4, text: 'go' }], surroundings);
  const second = LiveConversation.of(
    [begun(), { type: 'own-setup', timeMs: 2, own }, { type: 'prompt', timeMs: 4, text: 'go' }],
    surroundings,
  );
  expect(bodyOf(second)).toEqual(bodyOf(first));
  expect(second.used).toBe(first.used);
  expect(bodyOf(first)).not.toHaveProperty('tools');
});
