import { assertNever } from '../../base/assert-never';
import type { TeamMemberView } from '../../team/team-driver';
import type { TeamRequest } from '../../team/team-line';
import type { Place } from './reached-story-moments';
import type { StoryPlace } from './story';

type TeamPlaceOf = Extract<StoryPlace['type'], `team-${string}`>;

/** [U2] Where a story about a team is, from what its members have sent. */
export function placeInTeam(
  type: TeamPlaceOf,
  { you, robin }: { readonly you: TeamMemberView; readonly robin: TeamMemberView },
  call: number,
): Place | undefined {
  switch (type) {
    case 'team-pushed': {
      const pushes = you.requests.filter(({ purpose, status }) => purpose === 'push' && status === 200);
      const last = pushes.at(-1);
      if (last === undefined) return undefined;
      const files = pushes.reduce((sum, { keys }) => sum + keys.length, 0);
      const bytes = pushes.reduce((sum, request) => sum + request.bytes, 0);
      return { call, values: { requests: pushes.length, files, bytes, etag: short(last.etag) } };
    }
    case 'team-pulled': {
      const pulled = robin.requests.findLast(({ purpose, keys }) => purpose === 'pull' && keys.length > 0);
      return pulled && { call, values: { files: pulled.keys.length, status: Number(pulled.status) } };
    }
    case 'team-contested':
      return contested(you.requests, robin.requests, call);
    case 'team-returned': {
      const last = robin.requests.at(-1);
      if (last?.purpose !== 'pull' || last.keys.length === 0) return undefined;
      const bytes = robin.requests.reduce((sum, request) => sum + request.bytes, 0);
      return { call, values: { files: last.keys.length, requests: robin.requests.length, bytes } };
    }
    default:
      return assertNever(type);
  }
}

function contested(yours: readonly TeamRequest[], robins: readonly TeamRequest[], call: number): Place | undefined {
  const at = yours.findLastIndex(({ status }) => status === 412);
  const rejected = yours[at];
  const taken = yours.slice(at).find(({ purpose, status }) => purpose === 'push' && status === 200);
  const robin = robins.findLast(({ purpose, status }) => purpose === 'push' && status === 200);
  if (rejected === undefined || taken === undefined || robin === undefined) return undefined;
  const values = {
    named: short(rejected.condition),
    robin: short(robin.etag),
    fresh: short(rejected.etag),
    files: taken.keys.length,
    tries: yours.slice(at).filter(({ purpose }) => purpose === 'push').length,
    now: short(taken.etag),
  };
  return { call, values };
}

function short(etag = ''): string {
  return etag.replaceAll('"', '').slice(0, 8);
}
