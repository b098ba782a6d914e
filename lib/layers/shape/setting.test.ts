import { describe, expect, it } from 'vitest';
import { layers } from '../index';
import { type AnySpec, checkGiven, checkSettings, defaultsOf, type SettingSpec } from './setting';

const problem = (spec: AnySpec, given: Readonly<Record<string, unknown>>) => {
  const checked = checkSettings(spec, given);
  return checked.ok ? '' : checked.error;
};

describe.each(Object.values(layers))('the settings of $id', (layer) => {
  it('have defaults within their range, and rules', () => {
    expect(checkSettings(layer.settings, { ...defaultsOf(layer.settings) }).ok).toBe(true);
    for (const setting of Object.values(layer.settings)) expect(setting.rule).toMatch(/^[A-Z]\d+$/);
  });

  it('are rejected with a message if unknown, of another type or out of range', () => {
    const [name = ''] = Object.entries<SettingSpec>(layer.settings).find(([, { type }]) => type === 'number') ?? [];
    expect(problem(layer.settings, { novelty: 1 })).toMatch(/unknown setting "novelty"/);
    expect(problem(layer.settings, { [name]: 'many' })).toMatch(/must be a number/);
    expect(problem(layer.settings, { [name]: Number.NaN })).toMatch(/must be a number/);
    expect(problem(layer.settings, { [name]: -1 })).toMatch(/must be from/);
    expect(problem(layer.settings, { __proto__x: 1 })).toMatch(/unknown setting/);
  });
});

describe('a setting', () => {
  const common = { title: '', explains: '', rule: 'W2' };
  const range = { ...common, unit: 'tokens', min: 0, max: 100, step: 1 } as const;
  const spec = {
    size: { ...range, type: 'number', default: 10 },
    isOn: { ...common, type: 'switch', default: false },
    mode: { ...common, type: 'choice', options: { all: 'All of it', some: 'A part' }, default: 'all' },
    sizes: { ...range, type: 'table', default: { some: 'never' } },
  } as const;

  it.each([
    [{ size: '7' }, '"size" is "7", but must be a number from 0 to 100 tokens'],
    [{ size: Number.NaN }, '"size" is NaN, but must be a number from 0 to 100 tokens'],
    [{ size: Number.POSITIVE_INFINITY }, '"size" is Infinity, but must be from 0 to 100 tokens'],
    [{ size: 7.5 }, '"size" is 7.5, but must be a whole number from 0 to 100 tokens'],
    [{ sizes: { a: 0.5 } }, '"sizes" for "a" is 0.5, but must be a whole number from 0 to 100 tokens, or "never"'],
    [{ size: 101 }, '"size" is 101, but must be from 0 to 100 tokens'],
    [{ size: undefined }, '"size" is undefined, but must be a number from 0 to 100 tokens'],
    [{ isOn: 1 }, '"isOn" is 1, but must be true or false'],
    [{ mode: 'toString' }, '"mode" is "toString", but must be one of all, some'],
    [{ mode: ['all'] }, '"mode" is a list, but must be one of all, some'],
    [{ sizes: 5 }, '"sizes" is 5, but must be a table of numbers by name'],
    [
      { sizes: { a: 5, b: 'ever' } },
      '"sizes" for "b" is "ever", but must be a number from 0 to 100 tokens, or "never"',
    ],
    [{ mode: 'x'.repeat(99) }, `"mode" is "${'x'.repeat(59)}…, but must be one of all, some`],
  ])('is rejected with its name, value and allowed values: %j', (given, says) => {
    expect(problem(spec, given)).toBe(says);
  });

  it('may be a fraction if that is meaningful', () => {
    const minutes = { gap: { ...range, unit: 'minutes', type: 'number', default: 60 } } as const;
    expect(checkGiven(minutes, { gap: 7.5 }).ok).toBe(true);
  });

  it('has its default if missing, unless only given settings are checked', () => {
    const given = { mode: 'some', sizes: { a: 'never' } };
    expect(checkSettings(spec, given)).toEqual({ ok: true, value: { ...given, size: 10, isOn: false } });
    expect(checkGiven(spec, given)).toEqual({ ok: true, value: given });
  });
});
