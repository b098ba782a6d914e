import { fail, ok, type Result } from '../../base/result';
import { changeSetting, type SettingValue } from '../shape/change-setting';
import type { Policy } from '../shape/policy';
import { settingsOf } from '../shape/settings-of';
import { layerVariables, numberVariables, offVariables, otherVariables, rangeOf, takes } from './claude-code-variables';

interface Read {
  readonly policy: Policy;
  /** Ignored lines and the reasons, one sentence each. */
  readonly notes: readonly string[];
}

const LINE = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;

/** A preset changed by lines of `NAME=value`: Claude Code's environment variables and numbers of settings.json. */
export function fromEnvironment(text: string, preset: Policy): Result<Read> {
  // If a name occurs several times, the last line counts, as in a shell.
  const lines = new Map<string, { readonly line: number; readonly value: string }>();
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const [, name, value = ''] = LINE.exec(written) ?? [];
    // The line itself may be a secret, and is not repeated.
    if (name === undefined) return fail(`line ${index + 1} is not NAME=value`);
    lines.set(name, { line: index + 1, value: unquoted(value.trim()) });
  }
  let read: Read = { policy: preset, notes: [] };
  for (const [name, { line, value }] of lines) {
    const next = withVariable(read, name, value);
    if (!next.ok) return fail(`line ${line}: ${next.error}`);
    read = next.value;
  }
  return ok(read);
}

function withVariable(read: Read, name: string, value: string): Result<Read> {
  const passedOver = (why: string) => ok({ ...read, notes: [...read.notes, `${name} ignored: ${why}.`] });
  const off = offVariables.find((variable) => variable.name === name)?.sets;
  const layer = layerVariables.find((variable) => variable.name === name)?.layer;
  if (off !== undefined || layer !== undefined) {
    const isSet = switchOf(value);
    if (isSet === undefined) return fail(`${name} is "${value}", but must be 1 or 0`);
    if (layer !== undefined) return changed(read, [[`${layer}.isOn`, isSet]]);
    return changed(read, isSet && off !== undefined ? [off] : []);
  }

  if (value === '') return passedOver('it is empty');
  const number = numberVariables.find((variable) => variable.name === name);
  if (number === undefined) return passedOver(otherVariables.get(name) ?? 'it does not affect compaction');
  const values = new Map(settingsOf(read.policy).map((setting) => [setting.path, setting.value]));
  if (values.get(number.unlessOn ?? '') === true) return passedOver('the policy uses another unit for this value');
  if (number.onlyLowers === true) {
    const share = /^[\d.e+-]+$/i.test(value) ? Number(value) : Number.NaN;
    const why = withoutEffect(share, value, number.max, values.get(number.path));
    return why === undefined ? changed(read, [[number.path, Math.max(number.min, share)]]) : passedOver(why);
  }
  const given = /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (!takes(number, given)) return fail(`${name} is "${value}", but takes ${rangeOf(number)}`);
  return changed(read, [[number.path, given]]);
}

function withoutEffect(share: number, value: string, max: number, present: SettingValue | undefined) {
  if (!(share > 0)) return `"${value}" is not a number above 0`;
  if (share > max) return `"${value}" is above ${max}, and has no effect`;
  const isLower = typeof present !== 'number' || share <= present;
  return isLower ? undefined : `it can only lower the threshold, which is already ${present}`;
}

/** Accepts the notations of shells and programs. */
function switchOf(value: string): boolean | undefined {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  return /^(0|false|no|off|)$/i.test(value) ? false : undefined;
}

function changed(read: Read, changes: readonly (readonly [string, SettingValue])[]): Result<Read> {
  let { policy } = read;
  for (const [path, value] of changes) {
    const next = changeSetting(policy, path, value);
    if (!next.ok) return next;
    policy = next.value;
  }
  return ok({ ...read, policy });
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
