import { createHash } from 'node:crypto';
import { claudeCode21 } from '../../lib/policies/presets/claude-code-2-1';
import { none } from '../../lib/policies/presets/none';
import { asRecorded } from '../../lib/rows/row-policy';
import type { RowRequest } from '../../lib/rows/rows-of';
import { compileLater } from '../command-line/compile-later';
import { computeRows } from '../rows/compute-rows';
import { sessionJobs } from '../rows/session-jobs';

export interface ScaleTimes {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  /** A hash of all. */
  readonly rows: string;
}

const request: RowRequest = {
  policies: [
    asRecorded,
    { name: 'As it is', policy: claudeCode21, replies: { type: 'assumed' } },
    { name: 'Half', policy: { ...claudeCode21, windowTokens: 100_000 }, replies: { type: 'assumed' } },
    { name: 'None', policy: none, replies: { type: 'assumed' } },
  ],
  counts: { losses: true, error: false },
};

// As the command does.
compileLater();

const [folder = '', threads = '1'] = process.argv.slice(2);
const startMs = performance.now();
const jobs = await sessionJobs([folder]);
const computed = await computeRows({ jobs, request }, { threads: Number(threads) });
if (!computed.ok) throw new Error(computed.error.what);
const ms = performance.now() - startMs;
const { user, system } = process.cpuUsage();
const hash = createHash('sha256');
for (const row of computed.value.rows()) hash.update(JSON.stringify(row));
computed.value.close();
const times: ScaleTimes = {
  ms,
  cpuMs: (user + system) / 1_000,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  rows: hash.digest('hex'),
};
process.stdout.write(JSON.stringify(times));
