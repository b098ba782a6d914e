import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../lib/base/result';
import { changeSetting } from '../../lib/policies/change-setting';
import type { Policy } from '../../lib/policies/policy';
import { replay } from '../../lib/simulator/replay';
import { replayMaterial } from '../../lib/simulator/replay-material';
import { forEachTranscript } from './for-each-transcript';
import { type ChosenPolicy, policyOptions, readPolicy } from './policy-options';
import { totalsReport } from './simulate';

interface Options {
  readonly path: string;
  readonly chosen: ChosenPolicy;
  /** The policy with each value of the setting. */
  readonly variants: readonly { readonly value: number; readonly policy: Policy }[];
  readonly isJson: boolean;
}

/** `highwater sweep FILE --param layer.setting --from A --to B --steps N`: one replay for each value of a setting. */
export async function sweep(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) {
    process.stderr.write(`highwater sweep: ${options.error}\n`);
    return 2;
  }
  const { path, chosen, variants, isJson } = options.value;
  return forEachTranscript(path, (transcript) => {
    const material = replayMaterial(transcript);
    const rows = variants.map(({ value, policy }) => {
      const simulation = replay(material, policy, chosen.summarizerFor(material));
      const totals = totalsReport(simulation);
      const { compactions, deadAt = null } = simulation;
      return { value, compactions: compactions.length, peak: totals.peak, deadAt, totals };
    });
    process.stdout.write(isJson ? `${JSON.stringify(rows)}\n` : rows.map(asText).join(''));
  });
}

function readOptions(words: readonly string[]): Result<Options> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        ...policyOptions,
        param: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        steps: { type: 'string', default: '10' },
        json: { type: 'boolean', default: false },
      },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) return fail('name one file');
    const chosen = readPolicy(values);
    if (!chosen.ok) return chosen;
    const { param } = values;
    if (param === undefined) return fail('name the setting to vary: --param layer.setting');
    const steps = valuesBetween(values.from, values.to, values.steps);
    if (!steps.ok) return steps;
    const variants: { value: number; policy: Policy }[] = [];
    for (const value of steps.value) {
      const policy = changeSetting(chosen.value.policy, param, value);
      if (!policy.ok) return policy;
      variants.push({ value, policy: policy.value });
    }
    return ok({ path, chosen: chosen.value, variants, isJson: values.json });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** `steps` values, evenly from the first to the last. */
function valuesBetween(from: string | undefined, to: string | undefined, steps: string): Result<readonly number[]> {
  const [first, last, count] = [Number(from), Number(to), Number(steps)];
  if (from === undefined || to === undefined || !Number.isFinite(first) || !Number.isFinite(last)) {
    return fail('say from where to where: --from NUMBER --to NUMBER');
  }
  if (!Number.isInteger(count) || count < 1 || count > 10_000)
    return fail(`--steps is "${steps}", and must be from 1 to 10000`);
  if (count === 1) return ok([first]);
  return ok(Array.from({ length: count }, (_, step) => first + ((last - first) * step) / (count - 1)));
}

function asText({
  value,
  compactions,
  peak,
  totals,
}: {
  value: number;
  compactions: number;
  peak: number;
  totals: ReturnType<typeof totalsReport>;
}): string {
  const number = (given: number) => given.toLocaleString('en-US');
  const cost = totals.cost === null ? 'cost unknown' : `$${totals.cost.toFixed(2)}`;
  return `${number(value).padStart(12)}  ${compactions} compactions, peak ${number(peak)}, sent ${number(totals.sent)}, ${cost}\n`;
}
