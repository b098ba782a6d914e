import { assertNever } from '../../base/assert-never';
import type { Reply } from '../../layers/shape/layer';

/** Why a layer got no text, in a few words. */
export function replyFailure(reply: Exclude<Reply, { readonly type: 'text' }>): string {
  switch (reply.type) {
    case 'too-long':
      return 'the request was too long';
    case 'aborted':
      return 'it was stopped';
    case 'error':
      return reply.what;
    default:
      return assertNever(reply);
  }
}
