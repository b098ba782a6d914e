import { ok, type Result } from '../../base/result';
import { checkGiven, type NumberSpec } from '../../layers/shape/setting';
import type { Replies } from '../../simulator/replay/replies';

/** The assumed length of summaries that nobody has written. */
export const assumedReply: NumberSpec = {
  type: 'number',
  title: 'Summary length',
  explains: 'Every summary is assumed to have this length, within its request’s output limit.',
  rule: 'F3',
  unit: 'tokens',
  min: 1,
  max: 64_000,
  step: 500,
  default: 4_000,
};

/** Fails if it is not a valid length. */
export function assumedReplies(tokens: unknown): Result<Replies> {
  const checked = checkGiven({ tokens: assumedReply }, { tokens });
  return checked.ok ? ok({ type: 'assumed', ...checked.value }) : checked;
}
