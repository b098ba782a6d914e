import { describe, expect, it } from 'vitest';
import { meets, type TeamFault, withFaults } from './team-faults';
import { teamInMemory } from './team-in-memory';
import type { TeamSend } from './team-line';
import { onServer, SECRET, serverOf, Teammate } from './team-member.test-support';

function two() {
  const send = serverOf(teamInMemory());
  return { send, ada: new Teammate('ada', send), ben: new Teammate('ben', send) };
}

async function shared() {
  const team = two();
  team.ada.write('a.md', 'one');
  team.ada.write('b.md', 'two');
  await team.ada.push();
  await team.ben.pull();
  for (const { requests } of [team.ada, team.ben]) requests.length = 0;
  return team;
}

describe('a pull', () => {
  it('[U3] lets the server win, key by key, and keeps what only this member has', async () => {
    const { ada, ben } = await shared();
    ada.write('a.md', 'one more');
    await ada.push();
    ben.write('a.md', 'mine');
    ben.write('c.md', 'new');
    const pulled = await ben.pull();
    expect(pulled).toMatchObject({ files: { 'a.md': 'one more' }, replaced: ['a.md'] });
    expect(Object.fromEntries(ben.files)).toEqual({ 'a.md': 'one more', 'b.md': 'two', 'c.md': 'new' });
  });

  it('[U3] of what is there already is a 304 and changes nothing', async () => {
    const { ben } = await shared();
    ben.write('a.md', 'mine');
    expect(await ben.pull()).toMatchObject({ type: 'pulled', files: {}, replaced: [] });
    expect(ben.statuses).toEqual([304]);
    expect(ben.files.get('a.md')).toBe('mine');
  });

  it('[U3] brings a deleted file back: deletions do not travel', async () => {
    const { ada, ben, send } = await shared();
    ben.remove('a.md');
    await ben.push();
    expect(await onServer(send)).toHaveProperty(['a.md'], 'one');
    expect(await ben.pull()).toMatchObject({ files: { 'a.md': 'one' } });
    expect(ada.files.get('a.md')).toBe('one');
  });

  it('[U3] after a push brings what others have pushed before it', async () => {
    const { ada, ben } = await shared();
    ada.write('a.md', 'changed');
    await ada.push();
    ben.write('c.md', 'new');
    await ben.push();
    expect(ben.statuses).toEqual([412, 200]);
    expect(await ben.pull()).toMatchObject({ files: { 'a.md': 'changed' } });
  });

  it('[U4] does not take over what contains a secret', async () => {
    const { send, ben } = two();
    const { checksumOf, etagOf } = await import('./checksum');
    const entry = { key: 'key.md', checksum: checksumOf(SECRET), text: SECRET };
    const headers = { authorization: 'Bearer eve', 'if-match': etagOf({}) };
    const body = JSON.stringify({ entries: [entry] });
    await send(new Request(`${ben.line.address}?team=${ben.line.team}`, { method: 'PUT', headers, body }));
    expect(await ben.pull()).toMatchObject({
      files: {},
      left: [{ key: 'key.md', why: 'was not taken over: it contains a secret (rule “anthropic key”)' }],
    });
  });

  it.each([
    ['no JSON', 'x', 'the answer is no JSON'],
    ['a path upwards', '{"entries":[{"key":"../../x.md","checksum":"0","text":""}]}', 'item 1 of "entries"'],
    ['a wrong checksum', `{"entries":[{"key":"x.md","checksum":"${'0'.repeat(32)}","text":"x"}]}`, '“x.md” is damaged'],
  ])('[U3] of %s changes nothing', async (_, body, what) => {
    const ben = new Teammate('ben', async () => new Response(body, { headers: { etag: '"x"' } }));
    ben.write('a.md', 'mine');
    const before = ben.member;
    expect(await ben.pull()).toMatchObject({ type: 'failed', what: expect.stringContaining(what) });
    expect(ben.member).toEqual(before);
  });
});

describe('a push', () => {
  it('[U3] sends only the keys whose checksum differs', async () => {
    const { ada } = await shared();
    ada.write('b.md', 'two more');
    expect(await ada.push()).toMatchObject({ keys: ['b.md'], overwritten: [], tries: 0 });
    expect(ada.requests).toMatchObject([{ method: 'PUT', keys: ['b.md'], status: 200 }]);
    expect(await ada.push()).toMatchObject({ keys: [] });
    expect(ada.requests).toHaveLength(1);
  });

  it('[U3] after a 412 takes the fresh checksums and a new difference, and the local file wins', async () => {
    const { ada, ben, send } = await shared();
    ada.write('a.md', 'from Ada');
    await ada.push();
    ben.write('a.md', 'from Ben');
    expect(await ben.push()).toMatchObject({ keys: ['a.md'], overwritten: ['a.md'], tries: 1 });
    expect(ben.statuses).toEqual([412, 200]);
    expect(await onServer(send)).toEqual({ 'a.md': 'from Ben', 'b.md': 'two' });
    expect(await ada.pull()).toMatchObject({ files: { 'a.md': 'from Ben' }, replaced: [] });
  });

  it('[U3] never sends what it has not changed over what another has', async () => {
    const { ada, ben, send } = await shared();
    ada.write('a.md', 'from Ada');
    await ada.push();
    ben.write('b.md', 'from Ben');
    expect(await ben.push()).toMatchObject({ keys: ['b.md'], overwritten: [] });
    expect(await onServer(send)).toEqual({ 'a.md': 'from Ada', 'b.md': 'from Ben' });
  });

  it('[U3] tries twice more and no further', async () => {
    const { send } = two();
    let others = 0;
    const ben = new Teammate('ben', async (request) => {
      if (request.method === 'PUT') {
        const eve = new Teammate(`eve-${others}`, send);
        eve.write('busy.md', `${others++}`);
        await eve.push();
      }
      return send(request);
    });
    ben.write('a.md', 'mine');
    expect(await ben.push()).toMatchObject({
      keys: [],
      tries: 2,
      problem: { what: expect.stringContaining('3 tries') },
    });
    expect(ben.statuses).toEqual([200, 412, 412, 412]);
    expect(await onServer(send)).not.toHaveProperty(['a.md']);
  });

  it.each(['401', '403', '413'] as const)('[U3] is not tried again after a %s', async (status) => {
    const { ada, send } = await shared();
    let fault: TeamFault | undefined = status;
    const ben = new Teammate(
      'ben',
      withFaults(send, (method) => {
        const met = fault !== undefined && meets(fault, method) ? fault : undefined;
        if (met !== undefined) fault = undefined;
        return met;
      }),
    );
    ben.beginSession();
    const before = ben.member;
    ben.member = { ...ada.member };
    ben.write('c.md', 'new');
    expect(await ben.push()).toMatchObject({ keys: [], problem: { what: expect.stringContaining(`(${status})`) } });
    expect(ben.member.blocked?.status).toBe(Number(status));
    ben.write('d.md', 'new');
    expect(await ben.push()).toMatchObject({ keys: [], problem: { advice: expect.stringContaining('deleted') } });
    expect(ben.requests).toHaveLength(1);
    ben.remove('d.md');
    expect(await ben.push()).toMatchObject({ keys: ['c.md'] });
    expect(before.blocked).toBeUndefined();
  });

  it('[U3] of a new session is allowed again, and sends what the server lacks', async () => {
    const { ben } = await shared();
    ben.member = { ...ben.member, blocked: { status: 413, why: '' } };
    ben.write('c.md', 'new');
    ben.beginSession();
    expect(await ben.push()).toMatchObject({ keys: ['c.md'] });
    expect(ben.statuses).toEqual([200, 200]);
  });

  it('[U3] sends bodies of at most 200 KB, one after another, each on what the one before has left', async () => {
    const { ben, send } = two();
    for (let at = 0; at < 7; at++) ben.write(`${at}.md`, `${at}`.repeat(60_000));
    expect((await ben.push()).keys).toHaveLength(7);
    const puts = ben.requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ keys }) => keys.length)).toEqual([3, 3, 1]);
    for (const { bytes } of puts) expect(bytes).toBeLessThanOrEqual(200_000);
    expect(new Set(puts.map(({ condition }) => condition)).size).toBe(3);
    expect(await onServer(send)).toEqual(Object.fromEntries(ben.files));
  });

  it.each([
    ['plain', 'x'.repeat(250_000)],
    ['with line ends', 'x\n'.repeat(125_000)],
    ['with wide characters', '😀'.repeat(62_500)],
  ])('[U5] sends a file that is larger than a body in pieces: %s', async (_, text) => {
    const { ben, ada, send } = two();
    ben.write('large.md', text);
    expect(await ben.push()).toMatchObject({ keys: ['large.md'] });
    expect(ben.requests.filter(({ purpose }) => purpose === 'piece').length).toBeGreaterThan(1);
    for (const { bytes } of ben.requests) expect(bytes).toBeLessThanOrEqual(200_000);
    await ada.pull();
    expect(ada.files.get('large.md') === text).toBe(true);
    expect(await onServer(send)).toHaveProperty(['large.md']);
  });

  it('[U4] leaves out a file with a secret, with the name of the rule, and sends the others', async () => {
    const { ben, send } = two();
    ben.write('key.md', `The key is ${SECRET}`);
    ben.write('plain.md', 'no secret');
    expect(await ben.push()).toMatchObject({
      keys: ['plain.md'],
      left: [{ key: 'key.md', why: 'is not sent: it contains a secret (rule “anthropic key”)' }],
    });
    expect(await onServer(send)).toEqual({ 'plain.md': 'no secret' });
  });

  it('[U5] leaves out what is too large, and the 501st file', async () => {
    const { ben, send } = two();
    ben.write('0-large.md', 'x'.repeat(250_001));
    for (let at = 0; at < 501; at++) ben.write(`f${String(at).padStart(3, '0')}.md`, 'x');
    const pushed = await ben.push();
    expect(pushed.left).toEqual([
      { key: '0-large.md', why: 'is not sent: it has 250,001 bytes, more than 250,000' },
      { key: 'f500.md', why: 'is not sent: the team has 500 files already, which is the limit' },
    ]);
    expect(Object.keys(await onServer(send))).toHaveLength(500);
    expect(pushed.problem).toBeUndefined();
  });

  it('[U3] that is offline loses nothing', async () => {
    const { send } = two();
    let isOffline = true;
    const ben = new Teammate(
      'ben',
      withFaults(send, () => (isOffline ? 'offline' : undefined)),
    );
    ben.write('a.md', 'mine');
    expect(await ben.push()).toMatchObject({
      keys: [],
      problem: { what: expect.stringContaining('cannot be reached') },
    });
    expect(ben.statuses).toEqual(['offline']);
    isOffline = false;
    expect(await ben.push()).toMatchObject({ keys: ['a.md'] });
  });

  it('[U5] gives up a request after its time, whoever ignores the signal', async () => {
    const never: TeamSend = () => new Promise(() => undefined);
    const ben = new Teammate('ben', never, { longestMs: 20 });
    ben.write('a.md', 'mine');
    expect(await ben.push()).toMatchObject({ problem: { what: expect.stringContaining('within 30 seconds') } });
    expect(ben.statuses).toEqual(['too-slow']);
  });

  it('[U3] goes on after the body that was taken', async () => {
    const { send } = two();
    let puts = 0;
    const ben = new Teammate('ben', async (request) => {
      if (request.method === 'PUT' && ++puts === 2) throw new TypeError('gone');
      return send(request);
    });
    for (let at = 0; at < 4; at++) ben.write(`${at}.md`, `${at}`.repeat(90_000));
    expect(await ben.push()).toMatchObject({
      keys: ['0.md', '1.md'],
      problem: { what: expect.stringContaining('reached') },
    });
    expect(await ben.push()).toMatchObject({ keys: ['2.md', '3.md'] });
  });
});
