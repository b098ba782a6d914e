import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { policies } from '../../lib/policies/index';
import { MAX_CHARACTERS, writePolicy } from '../../lib/policies/parse-policy';
import { claudeCode21 } from '../../lib/policies/presets/claude-code-2-1';
import { settingsOf } from '../../lib/policies/shape/settings-of';
import { readPolicy } from './policy-options';

const folder = mkdtempSync(join(tmpdir(), 'highwater-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const chosen = ({ policy = 'claude-code-2.1', set = [] as readonly string[], replies = 'recorded' }) => {
  const read = readPolicy({ policy, set, replies });
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

const problem = (values: { policy?: string; set?: readonly string[]; replies?: string }) => {
  const read = readPolicy({ policy: 'claude-code-2.1', set: [], replies: 'recorded', ...values });
  return read.ok ? 'accepted' : read.error;
};

describe('--policy', () => {
  it('accepts the id of a preset, or a file with a policy, whatever its name', () => {
    const own = { ...claudeCode21, id: 'mine', title: 'Mine' };
    expect(chosen({}).policy).toBe(claudeCode21);
    for (const name of ['mine.json', 'mine']) {
      expect(chosen({ policy: inFolder(name, writePolicy(own)) }).policy).toEqual(own);
    }
  });

  it('reports errors with the path as given, never the full path', () => {
    const broken = inFolder('broken.json', '{"version":1,"id":"mine","title":"Mine","eras":[],"layers":[]}');
    expect(problem({ policy: 'novelty' })).toMatch(
      /^unknown policy "novelty"; expected one of: as-recorded, .*none, or a .json file$/,
    );
    expect(problem({ policy: 'gone.json' })).toBe('could not read policy "gone.json": file not found');
    expect(problem({ policy: folder })).toBe(`could not read policy "${folder}": it is not a file`);
    expect(problem({ policy: broken })).toBe(`could not read policy "${broken}": "eras" must have at least one`);
    expect(problem({ policy: inFolder('large.json', ' '.repeat(MAX_CHARACTERS + 1)) })).toMatch(
      /: it has 1000001 bytes, which is too large$/,
    );
  });
});

it('the README names every preset', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [list = ''] = /`--policy ID-OR-FILE` \|.*, or a file/.exec(readme) ?? [];
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, id]) => id).slice(1)).toEqual(policies.map(({ id }) => id));
});

describe('--set', () => {
  it('changes layers, tables, thresholds and the policy, one after another', () => {
    const set = [
      'full-compact.restoredFiles=2',
      'snip.isOn=true',
      'result-budget.limitsByTool.shell=never',
      'result-budget.limitsByTool.Grep=20000',
      'thresholds.percent=62.5',
      'thresholds.reserve=whole',
      'thresholds.percent=50',
      'policy.windowTokens=150000',
      'policy.counter=chars4',
    ];
    const values = new Map(settingsOf(chosen({ set }).policy).map(({ path, value }) => [path, value]));
    expect(Object.fromEntries(values)).toMatchObject({
      'full-compact.restoredFiles': 2,
      'snip.isOn': true,
      'result-budget.limitsByTool.shell': 'never',
      'result-budget.limitsByTool.Grep': 20_000,
      'thresholds.percent': 50,
      'thresholds.reserve': 'whole',
      'policy.windowTokens': 150_000,
      'policy.counter': 'chars4',
    });
  });

  it.each([
    ['nonsense', /^--set takes layer.setting=value, not "nonsense"$/],
    ['snip.isOn=', /^--set takes layer.setting=value/],
    ['snip.isOn=yes', /"isOn" is "yes", but must be true or false$/],
    ['full-compact.restoredFiles=2=3', /"restoredFiles" is "2=3", but must be a number from 0 to 50 files$/],
    ['full-compact.restoredFiles= ', /"restoredFiles" is " ", but must be a number/],
    ['full-compact.restoredFiles=1e999', /"restoredFiles" is Infinity, but must be from 0 to 50 files$/],
    ['novelty.size=1', /^unknown layer "novelty"/],
  ])('rejects %s with a message', (setting, says) => {
    expect(problem({ set: [setting] })).toMatch(says);
  });
});

describe('--replies', () => {
  it('accepts an assumed length', () => {
    expect(chosen({ replies: 'assumed:700' }).replies).toEqual({ type: 'assumed', tokens: 700 });
    expect(chosen({ replies: 'offline' }).replies).toEqual({ type: 'offline' });
  });

  it.each(['novelty', 'toString', 'assumed:', 'assumed:0', 'assumed:-1', 'assumed:1e3', 'assumed:99999999'])(
    'rejects %s with a message',
    (replies) => {
      expect(problem({ replies })).toBe(
        `--replies takes recorded, assumed, offline or assumed:TOKENS, not "${replies}"`,
      );
    },
  );
});
