import type { CompactionHooks } from '../../layers/shape/layer';
import type { NumberSpec } from '../../layers/shape/setting';
import type { Policy } from './policy';

/** [F1] [F6] What hooks add around a compaction, in order: the instructions first. */
function textsOf({ instructions, results = [] }: CompactionHooks): readonly string[] {
  return instructions === undefined ? results : [instructions, ...results];
}

/** [F1] How many of its hooks’ texts a policy uses. Undefined: it has none. */
export function hookTexts({ hooks = {} }: Policy): { readonly spec: NumberSpec; readonly value: number } | undefined {
  const value = textsOf(hooks).length;
  if (value === 0) return undefined;
  const spec: NumberSpec = {
    type: 'number',
    title: 'Texts of hooks',
    explains: 'So many of them are added, the instructions for the summary first. 0: as if there were no hooks.',
    rule: 'F1',
    unit: 'texts',
    min: 0,
    max: value,
    step: 1,
    default: value,
  };
  return { spec, value };
}

export function withHookTexts(policy: Policy, count: number): Policy {
  const { hooks: given = {}, ...rest } = policy;
  const { instructions, results, ...others } = given;
  const kept = textsOf(given).slice(0, count);
  const left = instructions === undefined ? kept : kept.slice(1);
  const hooks: CompactionHooks = {
    ...others,
    ...(instructions === undefined || count === 0 ? {} : { instructions }),
    ...(left.length === 0 ? {} : { results: left }),
  };
  return Object.keys(hooks).length === 0 ? rest : { ...rest, hooks };
}
