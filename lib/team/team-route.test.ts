import { expect, it } from 'vitest';
import { teamInMemory } from './team-in-memory';
import { TEAM } from './team-member.test-support';
import { teamRoute } from './team-route';

const own = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', authorization: 'Bearer ada' };
const ask = (route: ReturnType<typeof teamRoute>, headers: Record<string, string>, init: RequestInit = {}) =>
  route(new Request(`http://localhost:3000/api/team?team=${TEAM}`, { headers, ...init }));

it('[U3] answers pages of this server only', async () => {
  const route = teamRoute({});
  expect((await ask(route, own)).status).toBe(200);
  const others: readonly Record<string, string>[] = [
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, origin: 'https://evil.example' },
    { ...own, host: 'evil.example' },
    { host: own.host, authorization: own.authorization },
  ];
  for (const headers of others) expect((await ask(route, headers)).status).toBe(403);
  expect((await ask(teamRoute({ HIGHWATER_HOSTS: 'evil.example' }), { ...own, host: 'evil.example' })).status).toBe(
    200,
  );
});

it('[U5] gives up a body that does not arrive', async () => {
  const body = new ReadableStream({ start: () => undefined });
  const init = { method: 'PUT', body, duplex: 'half' } as RequestInit;
  expect((await ask(teamRoute({}, 20), { ...own, 'if-match': '"x"' }, init)).status).toBe(408);
});

it('[U3] refuses other methods in its own words', async () => {
  const answer = await ask(teamRoute({}), own, { method: 'DELETE' });
  expect([answer.status, await answer.json()]).toEqual([405, { error: 'DELETE is not allowed: use GET or PUT.' }]);
});

it('[U5] forgets the team that was changed longest ago when there are too many', async () => {
  const store = teamInMemory();
  const entry = { text: 'x', checksum: 'sum', bytes: 60_000_000 };
  await store.commit('first', 0, { 'a.md': entry });
  await store.commit('second', 0, { 'a.md': entry });
  expect([(await store.head('first')).version, (await store.head('second')).version]).toEqual([0, 1]);
  for (let at = 0; at < 50; at++) await store.commit(`small-${at}`, 0, { 'a.md': { ...entry, bytes: 1 } });
  expect([(await store.head('second')).version, (await store.head('small-0')).version]).toEqual([0, 1]);
});
