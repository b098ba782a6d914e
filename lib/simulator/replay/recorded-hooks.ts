import { optional } from '../../base/optional';
import { saidTogether } from '../../layers/shape/compaction-hooks';
import type { CompactionHooks } from '../../layers/shape/layer';
import type { RecordedHook, Transcript } from '../../transcript/transcript';
import type { HooksAround } from '../pipeline/pipeline-setup';

/**
 * [H4] What the hooks of our own recordings said around a compaction. Where a replay compacts at another call, they said the
 * latest thing before; what blocked one compaction blocks no other.
 */
export function recordedHooks({ format, hooks = [], calls, messages }: Transcript): HooksAround | undefined {
  if (format !== 'highwater') return undefined;
  const byId = new Map(messages.map((message) => [message.id, message]));
  const textOf = ({ messageId }: RecordedHook) => {
    const parts = (messageId === undefined ? undefined : byId.get(messageId))?.parts ?? [];
    return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  };
  const placed = hooks.flatMap((hook) => {
    const when = whenOf(hook);
    if (when === undefined) return [];
    const call = calls.findIndex(({ at }) => at >= hook.at);
    const said =
      when === 'before'
        ? { ...optional('instructions', hook.summary), ...optional('blocks', hook.blocks) }
        : { results: [textOf(hook)].filter((text) => text !== '') };
    return [{ hook, when, said, call: call === -1 ? calls.length : call }];
  });
  if (placed.length === 0) return undefined;
  return {
    asks: () => false,
    said: (trigger, when, call) => {
      const about = placed.filter((each) => each.when === when && isAbout(each.hook, trigger));
      const here = about.filter((each) => each.call === call);
      if (here.length > 0) return together(here.map(({ said }) => said));
      const last = about.findLast((each) => each.call < call);
      const then = about.filter((each) => last !== undefined && each.call === last.call);
      return together(then.map(({ said: { blocks: _, ...said } }: { readonly said: CompactionHooks }) => said));
    },
  };
}

function whenOf({ event, name }: RecordedHook): 'before' | 'after' | undefined {
  if (event === 'PreCompact') return 'before';
  return event === 'PostCompact' || (event === 'SessionStart' && name === 'SessionStart:compact') ? 'after' : undefined;
}

function isAbout({ event, name }: RecordedHook, trigger: string): boolean {
  return event === 'SessionStart' || name === undefined || name === `${event}:${trigger}`;
}

function together(said: readonly CompactionHooks[]): CompactionHooks | undefined {
  return said.reduce<CompactionHooks | undefined>(
    (all, each) => (Object.keys(each).length === 0 ? all : saidTogether(all, each)),
    undefined,
  );
}
