import { FACTS } from './facts';

/** The lines of the project that the story turns on; the rest of the code is generated. */
export const LEASE_TABLE_MEMBERS = `  /** Hands the job to a worker. The epoch rises with every grant, so that an old holder can be told from a new one. */
  async grant(job: Job, worker: Worker): Promise<Lease> {
    const before = this.leases.get(job.id);
    const lease: Lease = {
      id: this.nextLeaseId(),
      ownerId: worker.id,
      state: 'held',
      epoch: (before?.epoch ?? 0) + 1,
      expiresAtMs: this.clock.nowMs() + this.settings.leaseMs,
      renewals: 0,
      changedAtMs: this.clock.nowMs(),
    };
    await this.store.append({ type: 'lease-granted', jobId: job.id, lease });
    this.leases.set(job.id, lease);
    return lease;
  }

  /** Extends the lease of a job for its present holder. */
  async renew(jobId: string, holderId: string): Promise<RenewOutcome> {
    const lease = this.leases.get(jobId);
    if (!lease || lease.ownerId !== holderId) return { type: 'lost' };
    const renewed: Lease = {
      ...lease,
      renewals: lease.renewals + 1,
      expiresAtMs: this.clock.nowMs() + this.settings.leaseMs,
    };
    await this.store.append({ type: 'lease-renewed', jobId, epoch: lease.epoch });
    this.leases.set(jobId, renewed);
    return { type: 'renewed', until: renewed.expiresAtMs };
  }

  /** Every change of the lease of a job since the node started, for the admin server. */
  historyOf(jobId: string): readonly LeaseChange[] {
    return this.changes.filter((change) => change.jobId === jobId);
  }

  /** Takes back what has not been renewed in time; the job may then be granted to somebody else. */
  async reclaimExpired(nowMs: number): Promise<readonly string[]> {
    const reclaimed: string[] = [];
    for (const [jobId, lease] of this.leases) {
      if (lease.state !== 'held') continue;
      if (nowMs < lease.expiresAtMs + this.settings.leaseGraceMs) continue;
      this.leases.set(jobId, { ...lease, state: 'released', epoch: lease.epoch + 1, changedAtMs: nowMs });
      reclaimed.push(jobId);
    }
    if (reclaimed.length > 0) await this.store.append({ type: 'leases-reclaimed', jobIds: reclaimed });
    return reclaimed;
  }`;

export const RENEW_BEFORE = `    await this.store.append({ type: 'lease-renewed', jobId, epoch: lease.epoch });
    this.leases.set(jobId, renewed);
    return { type: 'renewed', until: renewed.expiresAtMs };`;

export const RENEW_AFTER = `    await this.store.append({ type: 'lease-renewed', jobId, epoch: lease.epoch });
    // The append can outlast the lease. Writing the copy back then would revive a lease that somebody else holds.
    const present = this.leases.get(jobId);
    if (!present || present.epoch !== lease.epoch) return { type: 'lost' };
    this.leases.set(jobId, renewed);
    return { type: 'renewed', until: renewed.expiresAtMs };`;

export const RENEWER_MEMBERS = `  start(): void {
    this.handle = this.clock.every(this.settings.renewEveryMs, () => void this.renewAll());
  }

  private async renewAll(): Promise<void> {
    for (const job of this.running.values()) {
      const startedMs = this.clock.nowMs();
      const outcome = await this.table.renew(job.id, this.workerId);
      this.metrics.timing('lease.renew', this.clock.nowMs() - startedMs);
      if (outcome.type === 'lost') this.abandon(job, 'lease lost');
    }
  }

  private abandon(job: Job, reason: string): void {
    this.running.delete(job.id);
    this.log.warn('job abandoned', { job: job.id, reason });
    job.controller.abort(reason);
  }`;

export const RECEIPT_MEMBERS = `  /** Books the ack of a worker. A second ack for the same job means that two workers have run it. */
  async settle(jobId: string, workerId: string, epoch: number): Promise<void> {
    const lease = this.table.find(jobId);
    const earlier = this.receipts.get(jobId);
    if (earlier && earlier.state === 'settled') {
      throw new QueueError('${FACTS.errorCode}', \`duplicate ack for \${jobId}: settled under epoch \${earlier.leaseEpoch}, now \${epoch}\`);
    }
    if (!lease || lease.epoch !== epoch) throw new QueueError('MR-4409', \`ack for \${jobId} under stale epoch \${epoch}\`);
    await this.store.append({ type: 'receipt', jobId, workerId, epoch });
    this.receipts.set(jobId, { id: jobId, ownerId: workerId, state: 'settled', leaseEpoch: epoch, settledAtMs: this.clock.nowMs(), retries: 0, changedAtMs: this.clock.nowMs() });
  }`;

export const SEGMENT_LOG_MEMBERS = `  /** Resolves when the frame is durable. Appends are flushed in groups, so one may wait for its neighbours. */
  async append(entry: Entry): Promise<number> {
    const frame = encodeFrame(entry, this.nextOffset);
    this.nextOffset += 1;
    this.waiting.push(frame);
    if (!this.flushing) this.flushing = this.flushSoon();
    await this.flushing;
    return frame.offset;
  }

  private async flushSoon(): Promise<void> {
    await this.clock.yieldToLoop();
    const batch = this.waiting.splice(0, this.settings.groupCommitFrames);
    await this.file.write(batch);
    const startedMs = this.clock.nowMs();
    await this.file.sync();
    this.metrics.timing('store.fsync', this.clock.nowMs() - startedMs);
    this.flushing = this.waiting.length > 0 ? this.flushSoon() : undefined;
  }`;

export const ADMIN_MEMBERS = `  async listen(): Promise<void> {
    this.server = createServer((request, response) => void this.answer(request, response));
    await this.server.listen({ host: '127.0.0.1', port: this.settings.adminPort });
    this.log.info('admin server listening', { port: this.settings.adminPort });
  }

  private async answer(request: AdminRequest, response: AdminResponse): Promise<void> {
    switch (request.path) {
      case '/leases':
        return response.json(this.table.snapshotOfLeases());
      case '/leases/history':
        return response.json(this.table.historyOf(request.query.job));
      case '/ring':
        return response.json(this.ring.snapshotOfMembers());
      case '/healthz':
        return response.json({ ok: true });
      default:
        return response.notFound(request.path);
    }
  }`;

export const SOAK_TEST = `import { spawnNode, merge, until } from './harness';
import { readConfig } from '../../src/base/config';

// Two nodes share one store. Work is handed from one to the other and back while jobs are running.
// SOAK_SEED fixes the workload, SOAK_RUNS the number of rounds.

const seed = Number(process.env.SOAK_SEED ?? Date.now());
const runs = Number(process.env.SOAK_RUNS ?? 100);
const config = await readConfig('config/two-node.json');

for (let run = 1; run <= runs; run++) {
  const a = await spawnNode('node-a', { ...config, seed: seed + run });
  const b = await spawnNode('node-b', { ...config, seed: seed + run, clockSkewMs: config.clockSkewMs });
  const seen = merge(a.receipts(), b.receipts());
  await a.enqueue(config.soak.jobsPerRun);
  await until(() => seen.count() >= config.soak.jobsPerRun / 3);
  await a.handOver(b, { shards: 'half' });
  await until(() => seen.count() >= (2 * config.soak.jobsPerRun) / 3);
  await b.handOver(a, { shards: 'all' });
  await until(() => seen.count() === config.soak.jobsPerRun, { withinMs: 30_000 });
  const duplicates = seen.duplicates();
  if (duplicates.length > 0) {
    console.error(\`run \${run}: \${duplicates.length} duplicate ack(s)\`, duplicates[0]);
    process.exitCode = 1;
    break;
  }
  await Promise.all([a.stop(), b.stop()]);
}
`;

export const TWO_NODE_CONFIG = `{
  "adminPort": ${FACTS.adminPort},
  "dataDirectory": "var/two-node",
  "leaseMs": 5000,
  "${FACTS.graceSetting}": ${FACTS.graceValue},
  "renewEveryMs": 1600,
  "renewJitterShare": 0.35,
  "groupCommitFrames": 64,
  "clockSkewMs": 40,
  "wheel": { "tickMs": 10, "slots": 512 },
  "soak": { "jobsPerRun": 240, "queues": ["thumbnails", "exports", "mail-digest"] }
}
`;

export const PACKAGE_FILE = `{
  "name": "millrace",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "vitest run",
    "check:schema": "tsx scripts/check-schema.ts",
    "check:types": "tsc --noEmit",
    "soak": "tsx ${FACTS.soakPath}",
    "log:merge": "tsx scripts/merge-logs.ts"
  }
}
`;

export const README_FILE = `# millrace

A job queue that keeps its jobs in an append-only store and hands them to workers under leases.

- A job is granted to one worker at a time. The grant is a lease with an epoch; the epoch rises with each grant.
- A worker renews its leases while it runs. What is not renewed in time is reclaimed after a grace period.
- Several nodes share the work by shards. A handover moves shards from one node to another without stopping.
- Every finished job leaves one receipt. Two receipts for one job are an error (${FACTS.errorCode}).

## Try it

    npm run check:schema
    npm run soak            # two nodes, one store; see ${FACTS.soakPath}

The admin server of the first node answers on the port in config/two-node.json: /leases, /leases/history?job=, /ring, /healthz.
`;

export const LEASE_DOCS = `# Leases

A lease is the right to run one job until a certain time.

1. grant: the table writes the lease to the store, then shows it to the worker.
2. renew: the worker asks again well before the end. The table writes the renewal and moves the end.
3. reclaim: a timer looks for leases whose end, plus the grace time, has passed. The epoch rises, the job is free.

The grace time covers slow networks and clocks that differ. It is given in milliseconds (${FACTS.graceSetting}).
It does not cover a slow disk: an append is expected to take far less than the grace time.
`;

export const MIGRATION = `-- Adds the epoch to leases written before version 4. Applied on all machines; do not edit.
ALTER TABLE lease ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1;
CREATE INDEX lease_by_job_and_epoch ON lease (job_id, epoch);
`;
