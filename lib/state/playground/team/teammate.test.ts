import { describe, expect, it } from 'vitest';
import { createGroupStore } from '../../../storage/group-store';
import { memoryStore } from '../../../storage/memory-store.test-support';
import { createTeamShelf } from '../../../storage/team-shelf';
import type { TeamPlace } from '../../../team/team-driver';
import { teamInMemory } from '../../../team/team-in-memory';
import { teamServer } from '../../../team/team-server';
import { keptTeammateForm } from './kept-teammate';
import { requestWords, shortSum, statusWords, teamEntryWords } from './team-words';
import { createTeammate } from './teammate';

const TEAM = 'git.example/club/tally';

function page(records = memoryStore(), members = memoryStore()) {
  let ids = 0;
  const shelf = createTeamShelf(records, () => `id-${ids++}-${Math.random()}`);
  const shared = teamInMemory();
  let place: TeamPlace = 'page';
  const store = createTeammate({
    address: () => 'http://localhost/api/team',
    send: (where) => (request) => teamServer(request, where === 'page' ? shelf : shared),
    kept: createGroupStore({ records: members, noun: 'teammate', form: keptTeammateForm }),
    removeTeam: shelf.remove,
    place: {
      read: () => place,
      write: (chosen) => {
        place = chosen;
      },
    },
    nowMs: Date.now,
  });
  return { state: store.getState, records, members };
}

describe('the teammate', () => {
  it('[U3] pushes to the server in the page, and is as it was after a reload', async () => {
    const { state, records, members } = page();
    await state().open(TEAM);
    expect(state().write('deploy.md', 'On Thursdays.')).toBeUndefined();
    expect(state().view?.state).toBe('waiting');
    await state().push();
    expect(state().server?.entries.map(({ key, bytes }) => [key, bytes])).toEqual([['deploy.md', 13]]);
    const again = page(records, members).state;
    await again().open(TEAM);
    expect(again().texts).toEqual({ 'deploy.md': 'On Thursdays.' });
    expect(again().view?.requests.map(({ status }) => status)).toEqual([304]);
    expect(again().view?.etag).toBe(again().server?.etag);
  });

  it('[U4] cannot write a secret, nor a name that leads elsewhere', async () => {
    const { state } = page();
    await state().open(TEAM);
    const secret = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');
    expect(state().write('key.md', secret)).toContain('(rule “anthropic key”)');
    expect(state().write('../key.md', 'x')).toContain('cannot be the name of a memory');
    expect(state().write('large.md', 'x'.repeat(250_001))).toBe(
      'large.md was not saved: it has 250,001 bytes, more than 250,000.',
    );
    expect(state().texts).toEqual({});
  });

  it('[U3] is blocked by a refusal until its next session, and starts anew when all is emptied', async () => {
    const { state } = page();
    await state().open(TEAM);
    state().write('a.md', 'one');
    state().meet('403');
    await state().push();
    expect(state().view).toMatchObject({
      blocked: { status: 403 },
      problem: { what: expect.stringContaining('(403)') },
    });
    await state().beginSession();
    await state().push();
    expect(state().server?.entries).toHaveLength(1);
    await state().empty();
    expect([state().texts, state().server?.entries]).toEqual([{}, []]);
  });

  it('[U3] keeps two servers apart', async () => {
    const { state } = page();
    await state().open(TEAM);
    state().write('a.md', 'one');
    await state().push();
    state().choosePlace('shared');
    await state().pull();
    await state().look();
    expect([state().server?.entries, state().view?.files.map((file) => file.state)]).toEqual([[], ['new']]);
  });
});

describe('the words of a team', () => {
  it('say what was done, and who won', () => {
    const entry = { timeMs: 1, type: 'team', did: 'pulled', keys: ['a.md'], contested: ['a.md'], left: [] } as const;
    expect(teamEntryWords(entry)).toBe(
      'Pulled 1 file of the team (a.md). The server’s text replaced what you had changed in a.md.',
    );
    const left = [{ key: 'b.md', why: 'is not sent: it is too large' }];
    expect(teamEntryWords({ ...entry, did: 'pushed', keys: [], contested: [], left, problem: 'It failed.' })).toBe(
      'Pushed 0 files to the team. b.md is not sent: it is too large. It failed.',
    );
    const request = { timeMs: 0, tookMs: 0, purpose: 'push', method: 'PUT', keys: ['a.md'], bytes: 9 } as const;
    expect(requestWords({ ...request, status: 412 })).toBe('Push: a.md');
    expect([412, 500, 'offline'].map((status) => statusWords({ status: status as 412 }))).toEqual([
      '412 changed meanwhile',
      '500',
      'offline',
    ]);
    expect(shortSum('"0123456789"')).toBe('01234567');
  });
});
