import { fail, ok, type Result } from '../base/result';
import { ask, type TeamLine } from './team-line';
import { parseListing, parseRefusal } from './team-protocol';

export interface ServerEntry {
  readonly key: string;
  readonly checksum: string;
  readonly bytes: number;
}

/** What a server has of a team. */
export interface ServerView {
  readonly etag: string;
  readonly entries: readonly ServerEntry[];
}

/** Whoever looks is no member, and changes nothing. */
export async function lookAtServer(line: TeamLine): Promise<Result<ServerView>> {
  const answer = await ask(line, { purpose: 'sums' });
  if (answer.status !== 200) {
    const why = typeof answer.status === 'number' ? parseRefusal(answer.body) : 'it cannot be reached';
    return fail(`Could not read what the server has: ${why || `it answered ${answer.status}`}.`);
  }
  const listing = parseListing(answer.body);
  if (!listing.ok) return fail(`Could not read what the server has: ${listing.error}.`);
  const { sums, bytes } = listing.value;
  const entries = Object.entries(sums).map(([key, checksum]) => ({ key, checksum, bytes: bytes[key] ?? 0 }));
  return ok({ etag: answer.etag ?? '', entries: entries.sort((a, b) => (a.key < b.key ? -1 : 1)) });
}
