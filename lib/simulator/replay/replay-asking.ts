import type { OwnAnswer, OwnAsk, OwnLayer } from '../../layers/shape/own';
import type { Policy } from '../../policies/shape/policy';
import type { Summarizer } from '../../summarizers/summarizer';
import type { ReplayMaterial } from '../recorded/replay-material';
import { AnswerBook, type OwnLayers, type OwnMoment } from './own-answers';
import { Replay, type ReplayOptions } from './replay';

/** Whoever answers may take its time. It does not throw: what goes wrong is an answer, too. */
export type AnswerOwn = (ask: OwnAsk, moment: OwnMoment) => Promise<OwnAnswer>;

/**
 * [Z1] Asks layers from outside all that a replay asks them, and returns their answers. With these, every replay is one of
 * plain functions again: the same one, a look at one call, a count of what was needed later.
 *
 * A copy of the replay runs ahead to the next question. It is dropped, the answer is noted, and another copy runs from
 * there: a replay itself cannot wait.
 */
export async function answersOfOwn(
  material: ReplayMaterial,
  policy: Policy,
  summarizer: Summarizer,
  options: Omit<ReplayOptions, 'own'>,
  layers: readonly OwnLayer[],
  answer: AnswerOwn,
): Promise<OwnLayers> {
  const own = new AnswerBook(layers);
  const known = new Replay(material, policy, summarizer, { ...options, own });
  const { length: calls } = material.transcript.calls;
  for (;;) {
    const ahead = known.clone();
    while (own.open === undefined && ahead.next < calls && ahead.deadAt === undefined) ahead.advanceTo(ahead.next);
    const { open } = own;
    if (open === undefined) return own;
    // The copy stands behind the call that asked.
    known.advanceTo(ahead.next - 2);
    own.note(open.moment, await answer(open.ask, open.moment));
  }
}
