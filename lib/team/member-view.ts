import { utf8Bytes } from '../tokens/text-size';
import { checksumOf } from './checksum';
import { difference, type TeamFiles, type TeamMember } from './team-sync';

/**
 *   same      as on the server
 *   changed   by this member, and not pushed
 *   new       not on the server
 *   older     another member has changed it since: the next pull brings that
 *   lost      deleted here: the next pull brings it back
 *   left      not sent, for the reason given
 */
export type MemberFileState = 'same' | 'changed' | 'new' | 'older' | 'lost' | 'left';

export interface MemberFile {
  readonly key: string;
  readonly bytes: number;
  readonly checksum: string;
  readonly state: MemberFileState;
  readonly why?: string;
}

/** A member's folder beside what it knows of the server. */
export function memberFiles(member: TeamMember, files: TeamFiles): readonly MemberFile[] {
  const { changed, left } = difference(member, files);
  const toSend = new Set(changed.map(({ key }) => key));
  const whys = new Map(left.map(({ key, why }) => [key, why]));
  const here = [...files].map(([key, text]): MemberFile => {
    const why = whys.get(key);
    const there = member.sums[key];
    const checksum = checksumOf(text);
    const state =
      why !== undefined
        ? 'left'
        : toSend.has(key)
          ? there === undefined
            ? 'new'
            : 'changed'
          : there === undefined || there === checksum
            ? 'same'
            : 'older';
    return { key, bytes: utf8Bytes(text), checksum, state, ...(why === undefined ? {} : { why }) };
  });
  const lost = Object.entries(member.sums)
    .filter(([key]) => !files.has(key))
    .map(([key, checksum]): MemberFile => ({ key, bytes: 0, checksum, state: 'lost' }));
  return [...here, ...lost].sort((a, b) => (a.key < b.key ? -1 : 1));
}
