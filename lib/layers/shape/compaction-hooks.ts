import { optional } from '../../base/optional';
import type { CompactionHooks, Env, HookedTrigger, Trigger } from './layer';

export function hookedTrigger(trigger: Trigger): HookedTrigger {
  return trigger === 'manual' ? 'manual' : 'auto';
}

/** [H4] Those that are about this compaction. */
export function hooksAt({ hooks, trigger }: Pick<Env, 'hooks' | 'trigger'>): CompactionHooks | undefined {
  return hooks?.when === undefined || hooks.when === hookedTrigger(trigger) ? hooks : undefined;
}

/** [H4] What several hooks said about one compaction, in order. */
export function saidTogether(
  first: CompactionHooks | undefined,
  second: CompactionHooks | undefined,
): CompactionHooks | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const instructions = [first.instructions, second.instructions].flatMap((text) => text?.trim() || []).join('\n\n');
  const results = [...(first.results ?? []), ...(second.results ?? [])];
  return {
    ...(instructions === '' ? {} : { instructions }),
    ...optional('blocks', first.blocks ?? second.blocks),
    ...(results.length === 0 ? {} : { results }),
  };
}
