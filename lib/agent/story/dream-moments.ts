import { inputSide } from '../../transcript/usage';
import type { Place, StorySession } from './reached-story-moments';

/** [D1] The gate of sessions is closed. */
export function placeOfGates({ items, memory }: StorySession): Place | undefined {
  const gate = memory?.dreams.gates.find(({ id }) => id === 'sessions');
  const reply = items.findLast((item) => item.type === 'reply');
  if (gate?.state !== 'closed' || reply?.type !== 'reply') return undefined;
  return { call: reply.call, values: { has: gate.has ?? 0, needs: gate.needs ?? 0 } };
}

/** [D3] [K1] */
export function placeOfDream({ items }: StorySession): Place | undefined {
  const dream = items.flatMap((item) => (item.type === 'dream' ? [item.dream] : [])).at(-1);
  if (dream?.state !== 'completed' || dream.scores === undefined || dream.usage === undefined) return undefined;
  if (dream.call === undefined) return undefined;
  const { call, scores, steps, earlierSteps, changes, usage, gates } = dream;
  const { before, after, facts, lost, refuted, changed } = scores;
  const gate = gates.find(({ id }) => id === 'sessions');
  const tools = steps.flatMap((step) => step.tools);
  const sent = inputSide(usage);
  return {
    call,
    values: {
      has: gate?.has ?? 0,
      needs: gate?.needs ?? 0,
      read: new Set(tools.flatMap(({ name, about }) => (name === 'Read' ? [about] : []))).size,
      files: changes.length,
      requests: steps.length + earlierSteps,
      sent,
      cached: sent === 0 ? 0 : Math.floor((100 * usage.cacheRead) / sent),
      before: before.memories,
      after: after.memories,
      duplicates: before.duplicates,
      contradictions: before.contradictions,
      refuted: before.refuted,
      dates: before.relativeDates,
      links: before.deadLinks,
      unlisted: before.unlisted,
      long: before.longEntries,
      facts,
      lost: lost.length,
      gone: refuted.length,
      changed: changed.length,
    },
  };
}
