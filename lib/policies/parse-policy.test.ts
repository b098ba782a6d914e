import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { layerIds, layers } from '../layers/index';
import { defaultsOf } from '../layers/shape/setting';
import { policies } from './index';
import { withHooks } from './parse-hooks';
import { MAX_CHARACTERS, parsePolicy, readPolicyText, writePolicy } from './parse-policy';
import { arbitraryPolicy } from './shape/arbitrary-policy.test-support';
import type { PolicyLayer } from './shape/policy';
import { withSummaryPrompt } from './shape/policy-prompt';
import { thresholdSettings } from './shape/threshold-settings';

const smallest = { version: 1, id: 'mine', title: 'Mine', eras: [{}], layers: [] };

const problem = (changes: { readonly [name: string]: Json }) => {
  const parsed = parsePolicy({ ...smallest, ...changes });
  return parsed.ok ? 'accepted' : parsed.error;
};

const parsedLayers = (given: readonly Json[]): readonly PolicyLayer[] => {
  const parsed = parsePolicy({ ...smallest, layers: given });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.layers;
};

describe('a written policy', () => {
  it.each(policies)('reads back unchanged: $id', (policy) => {
    expect(readPolicyText(writePolicy(policy))).toEqual({ ok: true, value: policy });
  });

  it('reads back unchanged, whatever its settings', () => {
    fc.assert(
      fc.property(arbitraryPolicy, (policy) => {
        expect(readPolicyText(writePolicy(policy))).toEqual({ ok: true, value: policy });
      }),
    );
  });

  it('may begin with a byte order mark', () => {
    expect(readPolicyText(`\uFEFF${JSON.stringify(smallest)}`).ok).toBe(true);
  });
});

describe('the smallest policy', () => {
  const parsed = parsePolicy(smallest);

  it('has the defaults of every setting, and every layer off in pipeline order', () => {
    expect(parsed.ok && parsed.value).toEqual({
      ...smallest,
      explains: '',
      sources: [],
      counter: 'rough',
      maxOutputTokens: 32_000,
      eras: [{ thresholds: defaultsOf(thresholdSettings) }],
      layers: layerIds.map((layer) => ({ layer, isOn: false, settings: defaultsOf(layers[layer].settings) })),
    });
  });
});

describe('the layers of a file', () => {
  it('keep their order and settings; missing ones are inserted off before their successors', () => {
    const given = parsedLayers([
      { layer: 'full-compact', isOn: true, settings: { restoredFiles: 2 } },
      { layer: 'snip', isOn: true },
    ]);
    const order = given.map(({ layer }) => layer);
    expect(given.filter(({ isOn }) => isOn).map(({ layer }) => layer)).toEqual(['full-compact', 'snip']);
    expect(order.indexOf('result-budget')).toBeLessThan(order.indexOf('full-compact'));
    expect(order.indexOf('note-extraction')).toBeGreaterThan(order.indexOf('snip'));
    expect([...order].sort()).toEqual(Object.keys(layers).sort());
    expect(given.find(({ layer }) => layer === 'full-compact')?.settings).toMatchObject({
      restoredFiles: 2,
      restoredTokensPerFile: 5_000,
    });
  });

  it.each<[Json, RegExp]>([
    ['snip', /^item 1 of "layers": must be an object with layer, isOn, settings$/],
    [
      { layer: 'novelty', isOn: true },
      /^item 1 of "layers": unknown layer "novelty"; expected one of: memory-recall, result-budget, snip/,
    ],
    [{ layer: 'toString', isOn: true }, /unknown layer "toString"/],
    [{ layer: 'snip' }, /in layer "snip": "isOn" must be true or false$/],
    [{ layer: 'snip', isOn: true, setting: {} }, /unknown field "setting"; expected: layer, isOn, settings$/],
    [{ layer: 'snip', isOn: true, settings: [] }, /in layer "snip": "settings" must be an object$/],
    [
      { layer: 'snip', isOn: true, settings: { novelty: 1 } },
      /in layer "snip": unknown setting "novelty"; expected one of: triggerShare, targetShare/,
    ],
    [
      { layer: 'snip', isOn: true, settings: { triggerShare: 2 } },
      /in layer "snip": "triggerShare" is 2, but must be from 0.05 to 1 share$/,
    ],
    [
      { layer: 'snip', isOn: true, settings: { triggerShare: null } },
      /in layer "snip": "triggerShare" is null, but must be a number from 0.05 to 1 share$/,
    ],
  ])('are rejected with a message: %j', (layer, says) => {
    expect(problem({ layers: [layer] })).toMatch(says);
  });

  it('are rejected if one occurs twice', () => {
    const snip = { layer: 'snip', isOn: true };
    expect(problem({ layers: [snip, snip] })).toBe('the layer "snip" appears twice in "layers"');
  });
});

describe('a policy from outside is rejected with a message', () => {
  it.each<[{ readonly [name: string]: Json }, RegExp]>([
    [{ version: 2 }, /format version 2, and this Highwater reads versions up to 1: update Highwater$/],
    [{ version: '1' }, /format version/],
    [{ novelty: 1 }, /^unknown field "novelty"; expected: version, id, title/],
    [{ id: 'My policy' }, /^"id" must be at most 100 lowercase letters/],
    [{ title: 5 }, /^"title" must be a string$/],
    [{ sources: [5] }, /^item 1 of "sources": must be a string$/],
    [{ counter: 'novelty' }, /^"counter" is "novelty", but must be one of rough, chars4/],
    [{ maxOutputTokens: 0 }, /^"maxOutputTokens" is 0, but must be from 1 to 1000000 tokens$/],
    [{ windowTokens: 10 }, /^"windowTokens" is 10, but must be from 1000 to 10000000 tokens$/],
    [{ isReactiveOnly: 1 }, /^"isReactiveOnly" is 1, but must be true or false$/],
    [{ isDisabled: 'yes' }, /^"isDisabled" is "yes", but must be true or false$/],
    [{ recovery: [['novelty']] }, /^item 1 of "recovery": item 1: unknown layer "novelty"; expected one of: /],
    [{ exemptTools: 'Read' }, /^"exemptTools" must be a list$/],
    [{ bands: [{ name: 'free', fromPercent: 5 }] }, /"name" must be one of attention, warning, auto, danger$/],
    [
      { bands: [{ name: 'auto' }] },
      /^item 1 of "bands": "fromPercent" is undefined, but must be a number from 0 to 100/,
    ],
    [{ eras: [] }, /^"eras" must have at least one$/],
    [
      { eras: [{ thresholds: { percent: 0 } }] },
      /^item 1 of "eras": in "thresholds": "percent" is 0, but must be from 0.01/,
    ],
    [{ eras: [{ thresholds: { reserve: 'some' } }] }, /"reserve" is "some", but must be one of capped, whole, none$/],
    [{ eras: [{ thresholds: 1 }] }, /"thresholds" must be an object$/],
    [{ eras: [{ fromVersion: '2.1' }] }, /^the first of "eras" must not have a "fromVersion"/],
    [{ eras: [{}, { fromVersion: 'new' }] }, /^item 2 of "eras": "fromVersion" must be numbers/],
    [{ eras: [{}, {}] }, /^each of "eras" after the first/],
    [{ eras: [{}, { fromVersion: '2.1.20' }, { fromVersion: '2.1.9' }] }, /later "fromVersion" than the previous one$/],
  ])('%j', (changes, says) => {
    expect(problem(changes)).toMatch(says);
  });

  it.each<[string, RegExp]>([
    ['[]', /^it is not a policy/],
    ['{"version": 1,', /^it is not JSON/],
    ['{"version": 1e999}', /format version/],
    [' '.repeat(MAX_CHARACTERS + 1), /^it has 1000001 characters; the limit is 1000000$/],
    [`{"version":1,"id":"a","title":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, /^"title" must be a string$/],
  ])('%.40s', (text, says) => {
    const read = readPolicyText(text);
    expect(read.ok ? 'accepted' : read.error).toMatch(says);
  });

  it('never throws, whatever the JSON', () => {
    const field = fc.constantFrom('version', 'id', 'title', 'eras', 'layers', 'bands', 'recovery', 'novelty');
    const values = fc.dictionary(field, fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(values, (changes) => {
        const text = JSON.stringify({ ...smallest, ...changes });
        const read = readPolicyText(text);
        expect(read.ok ? writePolicy(read.value) : read.error).not.toBe('');
      }),
    );
  });
});

describe('[F3] the summary prompt of a policy', () => {
  const prompt = { id: 'mine', title: 'Mine', text: 'Be short.', scratchTag: 'notes' };

  it('reads back unchanged; an older policy without one is valid too', () => {
    const parsed = parsePolicy({ ...smallest, summaryPrompt: prompt });
    if (!parsed.ok) throw new Error(parsed.error);
    expect(parsed.value.summaryPrompt).toEqual(prompt);
    expect(readPolicyText(writePolicy(parsed.value))).toEqual(parsed);
    expect(withSummaryPrompt(parsed.value, undefined)).toEqual(
      expect.not.objectContaining({ summaryPrompt: expect.anything() }),
    );
    const old = parsePolicy(smallest);
    expect(old.ok && 'summaryPrompt' in old.value).toBe(false);
  });

  it.each<[Json, RegExp]>([
    ['mine', /^"summaryPrompt" must be an object with id, title, text, scratchTag$/],
    [{ ...prompt, text: ' ' }, /"text" must be a text of 1 to/],
    [{ id: 'mine', text: 'x' }, /"title" must be a string/],
    [{ ...prompt, scratchTag: 'summary' }, /"scratchTag" must be a tag name/],
    [{ ...prompt, scratchTag: '(' }, /"scratchTag" must be a tag name/],
    [{ ...prompt, words: 3 }, /unknown field "words"/],
  ])('rejects %j with a message', (summaryPrompt, says) => {
    expect(problem({ summaryPrompt })).toMatch(says);
  });
});

describe('[F1] the hooks of a policy', () => {
  it('read back unchanged, without blank ones', () => {
    const hooks = { instructions: 'Name all files.', blocks: 'not on Fridays', results: ['Formatted.'] };
    const parsed = parsePolicy({ ...smallest, hooks });
    expect(parsed).toMatchObject({ ok: true, value: { hooks } });
    expect(parsed.ok && readPolicyText(writePolicy(parsed.value))).toEqual(parsed);
    const blank = parsePolicy({ ...smallest, hooks: { instructions: ' ', blocks: '', results: [] } });
    expect(blank.ok && blank.value.hooks).toEqual({ results: [] });
  });

  it('are absent if they say nothing', () => {
    const parsed = parsePolicy({ ...smallest, hooks: { blocks: 'no' } });
    if (!parsed.ok) throw new Error(parsed.error);
    expect('hooks' in withHooks(parsed.value, { instructions: ' ', blocks: '', results: ['', ' '] })).toBe(false);
    expect(withHooks(parsed.value, { results: ['', 'Linted.'] }).hooks).toEqual({ results: ['Linted.'] });
  });

  it.each<[Json, RegExp]>([
    [{ before: 'x' }, /in "hooks": unknown field "before"/],
    [{ blocks: 3 }, /in "hooks": "blocks" must be a string/],
    [{ results: 'x' }, /in "hooks": "results" must be a list/],
    [{ results: Array(21).fill('x') }, /at most 20 results/],
  ])('rejects %j with a message', (hooks, says) => {
    expect(problem({ hooks })).toMatch(says);
  });
});
