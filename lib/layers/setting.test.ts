import { describe, expect, it } from 'vitest';
import { layers } from './index';
import { checkSettings, defaultsOf } from './setting';

describe.each(Object.values(layers))('the settings of $id', (layer) => {
  it('have defaults within their range, and rules', () => {
    expect(checkSettings(layer.settings, { ...defaultsOf(layer.settings) }).ok).toBe(true);
    for (const setting of Object.values(layer.settings)) expect(setting.rule).toMatch(/^[A-Z]\d+$/);
  });

  it('are refused in words when they are unknown, of another type or out of range', () => {
    const [name = ''] = Object.keys(layer.settings);
    const problem = (given: Record<string, unknown>) => {
      const checked = checkSettings(layer.settings, given);
      return checked.ok ? '' : checked.error;
    };
    expect(problem({ novelty: 1 })).toMatch(/no setting "novelty"/);
    expect(problem({ [name]: 'many' })).toMatch(/must be a number/);
    expect(problem({ [name]: Number.NaN })).toMatch(/must be a number/);
    expect(problem({ [name]: -1 })).toMatch(/must be from/);
    expect(problem({ __proto__x: 1 })).toMatch(/no setting/);
  });
});
