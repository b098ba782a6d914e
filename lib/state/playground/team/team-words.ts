import type { ChatItemOf } from '../../../agent/view/chat-item';
import { writeMemory } from '../../../memory/files/memory-file';
import { isIndexName, TEAM_FOLDER } from '../../../memory/files/memory-path';
import { counted, exactNumber } from '../../../series/words/format-number';
import type { MemberFileState } from '../../../team/member-view';
import type { TeamMemberView } from '../../../team/team-driver';
import type { TeamFault } from '../../../team/team-faults';
import type { TeamRequest } from '../../../team/team-line';

/** Of a line in the chat. */
export function teamEntryWords({ did, keys, contested, left, problem }: ChatItemOf<'team'>): string {
  const files = counted(keys.length, 'file');
  const names = keys.length === 0 ? '' : ` (${listed(keys)})`;
  const said = did === 'pulled' ? `Pulled ${files} of the team${names}.` : `Pushed ${files} to the team${names}.`;
  const won =
    contested.length === 0
      ? ''
      : did === 'pulled'
        ? ` The server’s text replaced what you had changed in ${listed(contested)}.`
        : ` Your text replaced what another member had changed in ${listed(contested)}.`;
  const others = left.slice(0, SHOWN).map(({ key, why }) => ` ${key} ${why}.`);
  return `${said}${won}${others.join('')}${problem === undefined ? '' : ` ${problem}`}`;
}

const SHOWN = 5;

function listed(keys: readonly string[]): string {
  const more = keys.length - SHOWN;
  return `${keys.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${exactNumber(more)} more` : ''}`;
}

export function memberStateWords({ state, blocked, fault }: TeamMemberView): string {
  if (blocked !== undefined) return `Pushes are blocked (${blocked.status})`;
  const offline = fault === 'offline' ? ', offline' : '';
  switch (state) {
    case 'idle':
      return `Nothing to push${offline}`;
    case 'waiting':
      return `Pushing 2 s after the last change${offline}`;
    case 'pulling':
      return 'Pulling…';
    case 'pushing':
      return 'Pushing…';
  }
}

export const fileStateWords: Readonly<Record<MemberFileState, string>> = {
  same: 'as on the server',
  changed: 'changed',
  new: 'new',
  older: 'older than on the server',
  lost: 'deleted here',
  left: 'not sent',
};

export const faultTitles: Readonly<Record<TeamFault, string>> = {
  '412': '412 Changed meanwhile',
  '413': '413 Too large',
  '403': '403 Not allowed',
  '401': '401 Unknown member',
  offline: 'Offline',
};

/** Those with a button. */
export const faults = ['412', '413', '403', 'offline'] as const satisfies readonly TeamFault[];

const PURPOSES: Readonly<Record<TeamRequest['purpose'], string>> = {
  pull: 'Pull',
  push: 'Push',
  piece: 'Piece of a file',
  sums: 'Checksums',
};

export function requestWords({ purpose, keys }: TeamRequest): string {
  return keys.length === 0 ? PURPOSES[purpose] : `${PURPOSES[purpose]}: ${listed(keys)}`;
}

const STATUSES: Readonly<Record<string, string>> = {
  '200': 'OK',
  '202': 'taken',
  '304': 'not modified',
  '401': 'unknown member',
  '403': 'not allowed',
  '409': 'pieces missing',
  '412': 'changed meanwhile',
  '413': 'too large',
  offline: 'offline',
  'too-slow': 'no answer in 30 s',
  stopped: 'stopped',
};

export function statusWords({ status }: Pick<TeamRequest, 'status'>): string {
  const words = STATUSES[status];
  if (typeof status !== 'number') return words ?? status;
  return words === undefined ? String(status) : `${status} ${words}`;
}

/** The beginning of a checksum or an ETag is enough to compare it by eye. */
export function shortSum(sum: string): string {
  return sum.replaceAll('"', '').slice(0, 8);
}

/** A workspace that names this remote repository has a team. */
export const MADE_UP_REMOTE = 'https://git.example/rowing-club/tally.git';

export function configWithRemote(url: string): string {
  return `[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
}

/** To begin with. */
export function newMemoryText(key: string): string {
  const name = key.replace(/^.*\//, '').replace(/\.md$/i, '');
  if (isIndexName(`${TEAM_FOLDER}/${key}`)) return '- [Deploy](deploy.md) — when and how we deploy\n';
  return writeMemory({ name, description: `What the team should know about ${name}`, type: 'project', body: '…' });
}
