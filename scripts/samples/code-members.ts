import type { Random } from './random';
import { capital, type Noun } from './vocabulary';

/** A method of a made-up class about `noun`; `other` is something it has to do with. */
interface MemberTemplate {
  readonly name: (noun: Noun, other: Noun) => string;
  readonly body: (name: string, noun: Noun, other: Noun, random: Random) => string;
}

function amount(noun: Noun, random: Random): string {
  return random.pick(noun.amounts)[0];
}

function member(name: MemberTemplate['name'], body: MemberTemplate['body']): MemberTemplate {
  return { name, body };
}

export const MEMBER_TEMPLATES: readonly MemberTemplate[] = [
  member(
    (n) => `add${capital(n.one)}`,
    (name, n, _o, r) => `  ${name}(${n.one}: ${capital(n.one)}): void {
    if (this.${n.many}.has(${n.one}.id)) {
      this.log.warn('${n.one} added twice', { id: ${n.one}.id, state: ${n.one}.state });
      return;
    }
    this.${n.many}.set(${n.one}.id, ${n.one});
    this.metrics.gauge('${n.many}.count', this.${n.many}.size);
    this.log.debug('${n.one} added', { id: ${n.one}.id, ${amount(n, r)}: ${n.one}.${amount(n, r)} });
  }`,
  ),
  member(
    (n) => `find${capital(n.one)}`,
    (name, n) => `  ${name}(id: string): ${capital(n.one)} | undefined {
    return this.${n.many}.get(id);
  }`,
  ),
  member(
    (n) => `require${capital(n.one)}`,
    (name, n) => `  ${name}(id: string): ${capital(n.one)} {
    const ${n.one} = this.${n.many}.get(id);
    if (!${n.one}) throw new Missing('${n.one}', id);
    return ${n.one};
  }`,
  ),
  member(
    (n, o) => `${n.many}Of${capital(o.one)}`,
    (name, n, o, r) => `  /** In the order in which they were added. */
  ${name}(${o.one}: ${capital(o.one)}): readonly ${capital(n.one)}[] {
    const found: ${capital(n.one)}[] = [];
    for (const ${n.one} of this.${n.many}.values()) {
      if (${n.one}.ownerId !== ${o.one}.id) continue;
      if (${n.one}.state === '${n.states[3]}') continue;
      found.push(${n.one});
    }
    return found.sort((a, b) => a.${n.amounts[0]?.[0]} - b.${n.amounts[0]?.[0]} || ${r.pick(['a.id.localeCompare(b.id)', 'compareIds(a.id, b.id)'])});
  }`,
  ),
  member(
    (n) => `drop${capital(n.states[3] ?? 'old')}${capital(n.many)}`,
    (name, n) => `  ${name}(nowMs: number): number {
    let dropped = 0;
    for (const [id, ${n.one}] of this.${n.many}) {
      if (${n.one}.state !== '${n.states[3]}') continue;
      if (nowMs - ${n.one}.changedAtMs < this.settings.keepMs) continue;
      this.${n.many}.delete(id);
      dropped += 1;
    }
    if (dropped > 0) this.log.info('dropped ${n.states[3]} ${n.many}', { dropped, left: this.${n.many}.size });
    return dropped;
  }`,
  ),
  member(
    (n) => `mark${capital(n.states[1] ?? 'changed')}${capital(n.one)}`,
    (
      name,
      n,
      _o,
      r,
    ) => `  /** Returns false where the ${n.one} was not ${n.states[0]}: the caller must then leave it alone. */
  ${name}(id: string, ${n.amounts[1]?.[0]}: number): boolean {
    const ${n.one} = this.${n.many}.get(id);
    if (!${n.one} || ${n.one}.state !== '${n.states[0]}') {
      this.metrics.count('${n.many}.mark.refused', 1, { ${r.pick(['reason', 'because'])}: ${n.one} ? ${n.one}.state : 'missing' });
      return false;
    }
    this.${n.many}.set(id, { ...${n.one}, state: '${n.states[1]}', ${n.amounts[1]?.[0]}, changedAtMs: this.clock.nowMs() });
    return true;
  }`,
  ),
  member(
    (n) => `total${capital(n.amounts[1]?.[0] ?? 'amount')}Of${capital(n.many)}`,
    (name, n, _o, r) => `  ${name}(): number {
    let total = 0;
    for (const ${n.one} of this.${n.many}.values()) {
      if (${n.one}.state === '${r.pick(n.states)}') continue;
      total += ${n.one}.${n.amounts[1]?.[0]};
    }
    return total;
  }`,
  ),
  member(
    (n, o) => `move${capital(n.many)}To${capital(o.one)}`,
    (name, n, o) => `  async ${name}(ids: readonly string[], ${o.one}: ${capital(o.one)}): Promise<MoveReport> {
    const moved: string[] = [];
    const refused: Refusal[] = [];
    for (const id of ids) {
      const ${n.one} = this.${n.many}.get(id);
      if (!${n.one}) {
        refused.push({ id, reason: 'missing' });
        continue;
      }
      if (${n.one}.state === '${n.states[1]}') {
        refused.push({ id, reason: '${n.states[1]}' });
        continue;
      }
      await this.store.append({ type: '${n.one}-moved', id, from: ${n.one}.ownerId, to: ${o.one}.id });
      this.${n.many}.set(id, { ...${n.one}, ownerId: ${o.one}.id, changedAtMs: this.clock.nowMs() });
      moved.push(id);
    }
    this.log.info('${n.many} moved', { to: ${o.one}.id, moved: moved.length, refused: refused.length });
    return { moved, refused };
  }`,
  ),
  member(
    (n) => `load${capital(n.many)}`,
    (name, n, _o, r) => `  /** Replays what the store holds; a damaged entry is reported and passed over. */
  async ${name}(): Promise<number> {
    let loaded = 0;
    for await (const entry of this.store.scan('${n.one}')) {
      const parsed = parse${capital(n.one)}(entry.body);
      if (!parsed.ok) {
        this.log.warn('unreadable ${n.one} skipped', { offset: entry.offset, why: parsed.error });
        continue;
      }
      this.${n.many}.set(parsed.value.id, parsed.value);
      loaded += 1;
      if (loaded % ${r.pick([256, 500, 512, 1000, 1024])} === 0) await this.clock.yieldToLoop();
    }
    return loaded;
  }`,
  ),
  member(
    (n) => `snapshotOf${capital(n.many)}`,
    (name, n) => `  ${name}(): ${capital(n.one)}Snapshot {
    const counts: Record<string, number> = {};
    for (const ${n.one} of this.${n.many}.values()) counts[${n.one}.state] = (counts[${n.one}.state] ?? 0) + 1;
    return { takenAtMs: this.clock.nowMs(), size: this.${n.many}.size, counts };
  }`,
  ),
  member(
    (n) => `next${capital(n.one)}`,
    (
      name,
      n,
      _o,
      r,
    ) => `  /** The ${n.one} with the ${r.pick(['smallest', 'lowest'])} ${n.amounts[0]?.[0]}; ties go to the one added first. */
  ${name}(): ${capital(n.one)} | undefined {
    let best: ${capital(n.one)} | undefined;
    for (const ${n.one} of this.${n.many}.values()) {
      if (${n.one}.state !== '${n.states[0]}') continue;
      if (!best || ${n.one}.${n.amounts[0]?.[0]} < best.${n.amounts[0]?.[0]}) best = ${n.one};
    }
    return best;
  }`,
  ),
  member(
    (n, o) => `attach${capital(o.one)}To${capital(n.one)}`,
    (name, n, o, r) => `  ${name}(${n.one}Id: string, ${o.one}: ${capital(o.one)}): Result<${capital(n.one)}> {
    const ${n.one} = this.${n.many}.get(${n.one}Id);
    if (!${n.one}) return fail(\`no ${n.one} \${${n.one}Id}\`);
    if (${n.one}.${amount(n, r)} > this.settings.largest${capital(n.one)}) {
      return fail(\`${n.one} \${${n.one}Id} is above the limit of \${this.settings.largest${capital(n.one)}}\`);
    }
    const changed = { ...${n.one}, ${o.one}Id: ${o.one}.id, changedAtMs: this.clock.nowMs() };
    this.${n.many}.set(${n.one}Id, changed);
    return ok(changed);
  }`,
  ),
  member(
    (n) => `watch${capital(n.many)}`,
    (name, n) => `  ${name}(listener: (${n.one}: ${capital(n.one)}) => void): () => void {
    this.${n.one}Listeners.add(listener);
    for (const ${n.one} of this.${n.many}.values()) listener(${n.one});
    return () => {
      this.${n.one}Listeners.delete(listener);
    };
  }`,
  ),
  member(
    (n) => `is${capital(n.one)}${capital(n.states[2] ?? 'done')}`,
    (name, n, _o, r) => `  ${name}(${n.one}: ${capital(n.one)}, nowMs: number): boolean {
    if (${n.one}.state === '${n.states[2]}') return true;
    return nowMs - ${n.one}.changedAtMs ${r.pick(['>=', '>'])} this.settings.keepMs && ${n.one}.${amount(n, r)} > 0;
  }`,
  ),
  member(
    (n, o) => `settle${capital(n.one)}With${capital(o.one)}`,
    (name, n, o) => `  async ${name}(${n.one}: ${capital(n.one)}, ${o.one}: ${capital(o.one)}): Promise<Settlement> {
    const startedMs = this.clock.nowMs();
    if (${n.one}.ownerId !== ${o.one}.id) {
      this.metrics.count('${n.many}.settle.foreign');
      return { type: 'refused', reason: \`${n.one} \${${n.one}.id} belongs to \${${n.one}.ownerId}\` };
    }
    try {
      await this.store.append({ type: '${n.one}-settled', id: ${n.one}.id, by: ${o.one}.id });
    } catch (error) {
      this.log.error('settling failed', { id: ${n.one}.id, error: messageOf(error) });
      return { type: 'failed', error: messageOf(error) };
    }
    this.${n.many}.set(${n.one}.id, { ...${n.one}, state: '${n.states[2]}', changedAtMs: this.clock.nowMs() });
    this.metrics.timing('${n.many}.settle', this.clock.nowMs() - startedMs);
    return { type: 'settled' };
  }`,
  ),
  member(
    (n) => `group${capital(n.many)}ByState`,
    (name, n) => `  ${name}(): ReadonlyMap<${capital(n.one)}State, readonly ${capital(n.one)}[]> {
    const groups = new Map<${capital(n.one)}State, ${capital(n.one)}[]>();
    for (const ${n.one} of this.${n.many}.values()) {
      const group = groups.get(${n.one}.state);
      if (group) group.push(${n.one});
      else groups.set(${n.one}.state, [${n.one}]);
    }
    return groups;
  }`,
  ),
  member(
    (n) => `trim${capital(n.many)}`,
    (
      name,
      n,
      _o,
      r,
    ) => `  /** Keeps the newest; the rest is written to the audit log first, so that nothing disappears silently. */
  async ${name}(largestCount: number): Promise<void> {
    const excess = this.${n.many}.size - largestCount;
    if (excess <= 0) return;
    const oldest = [...this.${n.many}.values()].sort((a, b) => a.changedAtMs - b.changedAtMs).slice(0, excess);
    await this.store.appendAll(oldest.map((${n.one}) => ({ type: '${n.one}-trimmed', id: ${n.one}.id })));
    for (const ${n.one} of oldest) this.${n.many}.delete(${n.one}.id);
    this.log.${r.pick(['info', 'debug'])}('${n.many} trimmed', { excess, largestCount });
  }`,
  ),
  member(
    (n) => `describe${capital(n.one)}`,
    (name, n) => `  ${name}(${n.one}: ${capital(n.one)}): string {
    switch (${n.one}.state) {
${n.states.map((state, index) => `      case '${state}':\n        return \`${n.one} \${${n.one}.id} is ${state} (${n.amounts[index % 3]?.[0]} \${${n.one}.${n.amounts[index % 3]?.[0]}})\`;`).join('\n')}
      default:
        return assertNever(${n.one}.state);
    }
  }`,
  ),
  member(
    (n, o) => `check${capital(n.one)}Against${capital(o.one)}`,
    (name, n, o, r) => `  ${name}(${n.one}: ${capital(n.one)}, ${o.one}: ${capital(o.one)}): readonly Problem[] {
    const problems: Problem[] = [];
    if (${n.one}.${n.amounts[0]?.[0]} < 0) problems.push({ code: '${n.one.slice(0, 2).toUpperCase()}-${r.integer(100, 899)}', field: '${n.amounts[0]?.[0]}' });
    if (${n.one}.${n.amounts[2]?.[0]} > ${o.one}.${o.amounts[2]?.[0]}) {
      problems.push({ code: '${o.one.slice(0, 2).toUpperCase()}-${r.integer(100, 899)}', field: '${n.amounts[2]?.[0]}' });
    }
    if (${o.one}.state === '${o.states[3]}') problems.push({ code: '${n.one.slice(0, 2).toUpperCase()}-${r.integer(900, 999)}', field: 'state' });
    return problems;
  }`,
  ),
  member(
    (n) => `with${capital(n.one)}Locked`,
    (
      name,
      n,
    ) => `  /** One task at a time for each ${n.one}: a second caller waits for the first, also when that one fails. */
  async ${name}<Value>(id: string, task: (${n.one}: ${capital(n.one)}) => Promise<Value>): Promise<Value> {
    const before = this.${n.one}Locks.get(id) ?? Promise.resolve();
    let release = () => {};
    this.${n.one}Locks.set(id, before.then(() => new Promise<void>((resolve) => { release = resolve; })));
    await before.catch(() => undefined);
    try {
      return await task(this.require${capital(n.one)}(id));
    } finally {
      release();
    }
  }`,
  ),
  member(
    (n) => `retry${capital(n.many)}`,
    (name, n, _o, r) => `  async ${name}(limit = ${r.pick([3, 4, 5, 8])}): Promise<number> {
    let done = 0;
    for (const ${n.one} of this.${n.many}.values()) {
      if (${n.one}.state !== '${n.states[1]}') continue;
      for (let attempt = 1; attempt <= limit; attempt++) {
        const answer = await this.peer.offer(${n.one});
        if (answer === 'taken') {
          done += 1;
          break;
        }
        await this.clock.sleep(this.settings.pauseMs * attempt);
      }
    }
    return done;
  }`,
  ),
  member(
    (n, o) => `diff${capital(n.many)}From${capital(o.one)}`,
    (
      name,
      n,
      o,
    ) => `  ${name}(${o.one}: ${capital(o.one)}, theirs: ReadonlyMap<string, ${capital(n.one)}>): Difference {
    const missing: string[] = [];
    const changed: string[] = [];
    for (const [id, their] of theirs) {
      const our = this.${n.many}.get(id);
      if (!our) missing.push(id);
      else if (our.${n.amounts[0]?.[0]} !== their.${n.amounts[0]?.[0]}) changed.push(id);
    }
    const extra = [...this.${n.many}.keys()].filter((id) => !theirs.has(id));
    this.log.debug('compared ${n.many}', { with: ${o.one}.id, missing: missing.length, changed: changed.length });
    return { missing, changed, extra };
  }`,
  ),
  member(
    (n) => `average${capital(n.amounts[2]?.[0] ?? 'amount')}`,
    (name, n, _o, r) => `  ${name}(): number | undefined {
    const values = [...this.${n.many}.values()].map((${n.one}) => ${n.one}.${n.amounts[2]?.[0]}).sort((a, b) => a - b);
    if (values.length < ${r.integer(2, 5)}) return undefined;
    const cut = Math.floor(values.length * 0.${r.pick(['05', '1', '02'])});
    const kept = values.slice(cut, values.length - cut);
    return kept.reduce((sum, value) => sum + value, 0) / kept.length;
  }`,
  ),
  member(
    (n) => `publish${capital(n.many)}`,
    (name, n) => `  private ${name}(changed: readonly ${capital(n.one)}[]): void {
    for (const listener of this.${n.one}Listeners) {
      for (const ${n.one} of changed) {
        try {
          listener(${n.one});
        } catch (error) {
          this.log.error('a listener for ${n.many} failed', { id: ${n.one}.id, error: messageOf(error) });
        }
      }
    }
  }`,
  ),
];
