import { assertNever } from '../../base/assert-never';
import { assumed } from '../../summarizers/assumed';
import { offline } from '../../summarizers/offline';
import { recorded } from '../../summarizers/recorded';
import type { Summarizer } from '../../summarizers/summarizer';
import type { ReplayMaterial } from '../recorded/replay-material';

/** The source of a replay's summaries, as data that the page can send. */
export type Replies =
  | { readonly type: 'assumed'; readonly tokens?: number }
  /** The session's own, if one is near; else assumed. */
  | { readonly type: 'recorded' }
  | { readonly type: 'offline' };

export function summarizerFor(replies: Replies, { transcript, counter }: ReplayMaterial): Summarizer {
  switch (replies.type) {
    case 'assumed':
      return assumed(replies.tokens);
    case 'recorded':
      return recorded(transcript, counter, assumed());
    case 'offline':
      return offline(counter);
    default:
      return assertNever(replies);
  }
}
