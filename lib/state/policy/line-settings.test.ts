import { describe, expect, it } from 'vitest';
import { policies, policyById } from '../../policies/index';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import { eraOf, type Policy, policyThresholds } from '../../policies/shape/policy';
import { type LineName, lineNames } from '../../series/chart/threshold-lines';
import { lineSettings, movedLine, tokensAfterKey } from './line-settings';

const model = { window: 200_000, maxOutputTokens: 32_000 };
const version = '2.1.81';

function preset(id = 'claude-code-2.1'): Policy {
  const policy = policyById(id);
  if (policy === undefined) throw new Error(`No preset "${id}"`);
  return policy;
}

function withSetting(path: string, value: SettingValue): Policy {
  const changed = changeSetting(preset(), path, value);
  if (!changed.ok) throw new Error(changed.error);
  return changed.value;
}

function thresholds(policy: Policy) {
  return policyThresholds(policy, eraOf(policy, version).thresholds, model);
}

function moved(policy: Policy, line: LineName, tokens: number): Policy {
  const result = movedLine(policy, line, tokens, model, version);
  if (result === undefined) throw new Error('It cannot be moved');
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function settingOf(policy: Policy, line: LineName) {
  const setting = lineSettings(policy, model, version)[line];
  if (setting.type === 'fixed') throw new Error(setting.because);
  return setting;
}

describe('a line of the chart', () => {
  it('[W1] [W3] [W4] is where it was dragged to, as near as its steps allow', () => {
    expect(thresholds(moved(preset(), 'auto', 120_300)).auto).toBe(120_600);
    expect(thresholds(moved(preset(), 'auto', 178_000)).auto).toBe(178_200);
    expect(thresholds(moved(preset(), 'window', 149_700)).window).toBe(150_000);
    expect(thresholds(moved(preset(), 'warning', 130_200)).warning).toBe(130_000);
  });

  it('stays where it is, even between two steps, until it is moved', () => {
    expect(moved(preset(), 'auto', 167_000)).toBe(preset());
    expect(thresholds(moved(preset(), 'auto', 167_001)).auto).toBe(167_400);
  });

  it('keeps to what its setting allows', () => {
    expect(thresholds(moved(preset(), 'auto', -5)).auto).toBe(1_800);
    expect(thresholds(moved(preset(), 'auto', 500_000)).auto).toBe(180_000);
    expect(thresholds(moved(preset(), 'window', 500_000)).window).toBe(200_000);
    expect(thresholds(moved(preset(), 'window', 0)).window).toBe(1_000);
    expect(thresholds(moved(preset(), 'warning', 190_000)).warning).toBe(thresholds(preset()).auto);
  });

  it('[W2] [W5] that follows from others says from which, and stays', () => {
    const { effective, blocking } = lineSettings(preset(), model, version);
    expect(effective).toEqual({ type: 'fixed', because: 'it is the window minus the tokens reserved for the reply' });
    expect(blocking).toMatchObject({
      type: 'fixed',
      because: expect.stringMatching(/3,000 below .* “Blocking limit”/),
    });
    expect(movedLine(preset(), 'effective', 100_000, model, version)).toBeUndefined();
    expect(movedLine(preset(), 'blocking', 100_000, model, version)).toBeUndefined();
  });

  it('[W5] of the blocking limit can be moved once it is set itself', () => {
    const policy = withSetting('thresholds.blockingLimitTokens', 150_000);
    expect(thresholds(moved(policy, 'blocking', 99_800)).blocking).toBe(100_000);
  });

  it('of every preset is at what its setting says, and moves by a key', () => {
    for (const policy of policies) {
      for (const line of lineNames) {
        const setting = lineSettings(policy, model, version)[line];
        if (setting.type === 'fixed') continue;
        expect(setting.tokens, `${policy.id} ${line}`).toBe(thresholds(policy)[line]);
        const next = tokensAfterKey(setting, { key: 'ArrowDown', shiftKey: false });
        const shown = settingOf(moved(policy, line, next ?? Number.NaN), line).tokens;
        if (setting.tokens > setting.min) expect(shown, `${policy.id} ${line}`).toBeLessThan(setting.tokens);
      }
    }
  });

  it('has keys for a step, ten steps and both ends', () => {
    const window = settingOf(preset(), 'window');
    const at = (key: string, shiftKey = false) => tokensAfterKey(window, { key, shiftKey });
    expect([at('ArrowDown'), at('ArrowLeft', true), at('PageDown'), at('Home')]).toEqual([
      199_000, 190_000, 190_000, 1_000,
    ]);
    expect([at('ArrowUp'), at('End'), at('Tab')]).toEqual([200_000, 200_000, undefined]);
  });
});
