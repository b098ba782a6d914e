import { optional } from '../../base/optional';
import { saidTogether } from '../../layers/shape/compaction-hooks';
import type { CompactionHooks } from '../../layers/shape/layer';
import type { RecordedHook, Transcript } from '../../transcript/transcript';
import type { HooksBefore } from '../pipeline/pipeline-setup';

/**
 * [H4] What the hooks of our own recordings said before a compaction. Where a replay compacts at another call, they said the
 * latest thing before; what blocked one compaction blocks no other.
 */
export function recordedHooks({ hooks = [], calls }: Transcript): HooksBefore | undefined {
  const said = hooks.filter(
    ({ event, summary, blocks }) => event === 'PreCompact' && (summary ?? blocks) !== undefined,
  );
  if (said.length === 0) return undefined;
  const placed = said.map((hook) => {
    const call = calls.findIndex(({ at }) => at >= hook.at);
    return { hook, call: call === -1 ? calls.length : call };
  });
  return {
    asks: () => false,
    said: (trigger, call) => {
      const about = placed.filter(({ hook }) => hook.name === undefined || hook.name === `PreCompact:${trigger}`);
      const here = about.filter((each) => each.call === call);
      if (here.length > 0) return together(here.map(({ hook }) => hook));
      const last = about.findLast((each) => each.call < call);
      const then = about.filter((each) => last !== undefined && each.hook.at === last.hook.at);
      return together(then.map(({ hook: { blocks: _, ...hook } }) => hook));
    },
  };
}

function together(hooks: readonly RecordedHook[]): CompactionHooks | undefined {
  return hooks.reduce<CompactionHooks | undefined>((said, { summary, blocks }) => {
    if (summary === undefined && blocks === undefined) return said;
    return saidTogether(said, { ...optional('instructions', summary), ...optional('blocks', blocks) });
  }, undefined);
}
