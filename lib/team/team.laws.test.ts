import { describe, expect, it } from 'vitest';
import { withFaults } from './team-faults';
import { teamInMemory } from './team-in-memory';
import type { TeamRequest, TeamSend } from './team-line';
import { onServer, SECRET, serverOf, Teammate } from './team-member.test-support';

const SCHEDULES = 10_000;
const FIRST_SEED = Number(process.env.HIGHWATER_SEED ?? 1);
const KEYS = ['a.md', 'b.md', 'c/d.md', 'MEMORY.md'];
const STEPS = 5;

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Two members who write, delete, pull and push at the same time, over a server that fails now and then. */
class Schedule {
  readonly happened = new Map<string, number>();
  largest = 0;
  hasLeaked = false;
  private readonly random: () => number;
  private readonly server: TeamSend;
  private readonly members: readonly Teammate[];
  private readonly hasLarge: boolean;
  private readonly readsBodies: boolean;
  private isCalm = false;
  private texts = 0;

  constructor(private readonly seed: number) {
    // They take a hundred times as long.
    this.hasLarge = seed % 50 === 0;
    this.readsBodies = seed % 10 === 0;
    this.random = randomFrom(seed);
    const store = teamInMemory();
    // Whatever reaches the server.
    const server = serverOf({
      ...store,
      commit: (team, version, changed) => {
        if (Object.values(changed).some(({ text }) => text.includes('Zx9Zx9'))) this.hasLeaked = true;
        return store.commit(team, version, changed);
      },
    });
    this.server = server;
    const faulty = withFaults(server, (method) => this.fault(method));
    const send: TeamSend = async (request) => {
      if (request.method === 'PUT' && this.readsBodies) await this.inspect(request.clone());
      // The requests of the two overtake each other.
      for (let left = Math.floor(this.random() * 6); left > 0; left--) await undefined;
      const response = await faulty(request);
      for (let left = Math.floor(this.random() * 6); left > 0; left--) await undefined;
      this.count(`${response.status}`);
      return response;
    };
    const onRequest = ({ bytes, purpose }: TeamRequest) => {
      this.largest = Math.max(this.largest, bytes);
      if (purpose === 'piece') this.count('piece');
    };
    this.members = ['ada', 'ben'].map((name) => new Teammate(name, send, { onRequest }));
  }

  async run(): Promise<void> {
    await Promise.all(this.members.map((member) => this.works(member)));
    this.isCalm = true;
    // A new session lifts what a refusal has blocked. What it did not push before, it pushes now.
    for (const member of this.members) member.member = { sums: {}, agreed: member.member.agreed };
    for (const member of this.members) expect((await member.push()).problem, `seed ${this.seed}`).toBeUndefined();
    for (const member of this.members) expect((await member.pull()).type).toBe('pulled');
    const there = await onServer(this.server);
    for (const { files } of this.members) {
      const shared = Object.fromEntries([...files].filter(([key]) => key !== 'secret.md'));
      expect(shared, `HIGHWATER_SEED=${this.seed}`).toEqual(there);
    }
    expect(there, `HIGHWATER_SEED=${this.seed}`).not.toHaveProperty(['secret.md']);
    expect(this.hasLeaked, `HIGHWATER_SEED=${this.seed}`).toBe(false);
    expect(this.largest, `HIGHWATER_SEED=${this.seed}`).toBeLessThanOrEqual(200_000);
  }

  private async works(member: Teammate): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      const dice = this.random();
      if (dice < 0.45) this.write(member);
      else if (dice < 0.52) {
        const key = this.oneOf(KEYS);
        if (member.files.has(key)) this.count('deleted');
        member.remove(key);
      } else if (dice < 0.7) await this.pulls(member);
      else if (dice < 0.74) member.beginSession();
      else await this.pushes(member);
      await undefined;
    }
  }

  private async pulls(member: Teammate): Promise<void> {
    const outcome = await member.pull();
    if (outcome.type === 'pulled' && outcome.replaced.length > 0) this.count('replaced');
  }

  private async pushes(member: Teammate): Promise<void> {
    const outcome = await member.push();
    if (outcome.overwritten.length > 0) this.count('overwritten');
    if (outcome.left.length > 0) this.count('left out');
  }

  private write(member: Teammate): void {
    this.texts += 1;
    const dice = this.random();
    if (dice < 0.08) member.write('secret.md', `The key is ${SECRET}, ${this.texts}`);
    else if (this.hasLarge && dice < 0.2) member.write(this.oneOf(KEYS), `${this.texts} ${'x'.repeat(230_000)}`);
    else if (this.hasLarge && dice < 0.3)
      for (const key of KEYS) member.write(key, `${this.texts} ${'y'.repeat(120_000)}`);
    else member.write(this.oneOf(KEYS), `text ${this.texts}`);
  }

  private fault(method: string): '401' | '412' | '413' | 'offline' | undefined {
    if (this.isCalm) return undefined;
    const dice = this.random();
    if (dice < 0.04) return 'offline';
    if (method !== 'PUT') return undefined;
    return dice < 0.08 ? '412' : dice < 0.09 ? '413' : dice < 0.1 ? '401' : undefined;
  }

  private async inspect(request: Request): Promise<void> {
    const body = await request.text();
    if (body.includes('Zx9Zx9')) this.hasLeaked = true;
  }

  private oneOf(keys: readonly string[]): string {
    return keys[Math.floor(this.random() * keys.length)] ?? 'a.md';
  }

  private count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }
}

describe('two members of a team', () => {
  it(`[U3] [U4] [U5] have the same but for deletions, send no body over 200 KB and no secret, in ${SCHEDULES} random schedules`, async () => {
    const happened = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
      const schedule = new Schedule(seed);
      await schedule.run();
      for (const [what, times] of schedule.happened) happened.set(what, (happened.get(what) ?? 0) + times);
    }
    for (const what of [
      '200',
      '202',
      '304',
      '401',
      '412',
      '413',
      'deleted',
      'left out',
      'overwritten',
      'piece',
      'replaced',
    ]) {
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(50);
    }
  }, 120_000);
});
