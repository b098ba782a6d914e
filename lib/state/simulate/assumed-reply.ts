import { ok, type Result } from '../../base/result';
import { checkGiven, type NumberSpec } from '../../layers/shape/setting';
import type { Replies } from '../../worker/engine/replies';

/** How long a summary is taken to be that nobody has written. */
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

/** Refused in words where it is no length. */
export function assumedReplies(tokens: unknown): Result<Replies> {
  const checked = checkGiven({ tokens: assumedReply }, { tokens });
  return checked.ok ? ok({ type: 'assumed', ...checked.value }) : checked;
}
