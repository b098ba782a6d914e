import { type ModuleSpec, moduleText, testText } from '../code-modules';
import { ProjectFiles } from '../project-files';
import type { Random } from '../random';
import { type Noun, QUEUE_NOUNS } from '../vocabulary';
import { FACTS } from './facts';
import * as written from './written-code';

const N = QUEUE_NOUNS;

function spec(
  path: string,
  className: string,
  purpose: string,
  nouns: readonly Noun[],
  memberCount: number,
): ModuleSpec {
  return { path: `src/${path}`, className, purpose, nouns, memberCount };
}

const MODULES: readonly ModuleSpec[] = [
  {
    ...spec(
      'lease/lease-table.ts',
      'LeaseTable',
      'Who may run which job, and until when.',
      [N.lease, N.job, N.worker],
      6,
    ),
    ownMembers: written.LEASE_TABLE_MEMBERS,
    settings: [
      ['leaseMs', '5_000', 'How long a grant lasts.'],
      [FACTS.graceSetting, FACTS.graceValue, 'Added before a lease is taken back.'],
    ],
  },
  {
    ...spec(
      'lease/lease-renewer.ts',
      'LeaseRenewer',
      'Keeps the leases of one worker alive while its jobs run.',
      [N.lease, N.worker],
      5,
    ),
    ownMembers: written.RENEWER_MEMBERS,
    settings: [['renewEveryMs', '1_600', 'Well below the length of a lease.']],
  },
  spec('lease/fencing.ts', 'FencingGate', 'Refuses writes that carry an epoch from the past.', [N.lease, N.receipt], 8),
  {
    ...spec(
      'store/segment-log.ts',
      'SegmentLog',
      'The append-only store: frames in segments, flushed in groups.',
      [N.segment, N.frame],
      8,
    ),
    ownMembers: written.SEGMENT_LOG_MEMBERS,
    settings: [['groupCommitFrames', '64', 'Frames that share one flush.']],
  },
  spec(
    'store/compactor.ts',
    'Compactor',
    'Merges sealed segments and leaves out what tombstones cover.',
    [N.segment, N.tombstone, N.cursor],
    10,
  ),
  spec(
    'store/tombstone-index.ts',
    'TombstoneIndex',
    'Knows which frames are deleted and who may still read them.',
    [N.tombstone, N.cursor],
    9,
  ),
  spec(
    'store/checkpoint-writer.ts',
    'CheckpointWriter',
    'Writes the state of the tables so that a restart need not replay all.',
    [N.checkpoint, N.segment],
    8,
  ),
  spec(
    'scheduler/delay-wheel.ts',
    'DelayWheel',
    'Timers on a wheel of 512 slots, ten milliseconds each.',
    [N.timer, N.job],
    10,
  ),
  spec(
    'scheduler/due-queue.ts',
    'DueQueue',
    'Jobs whose time has come, smallest priority first.',
    [N.job, N.timer, N.quota],
    9,
  ),
  spec(
    'net/connection.ts',
    'PeerConnection',
    'One connection to another node, with credits and heartbeats.',
    [N.frame, N.member],
    9,
  ),
  spec(
    'net/resend-window.ts',
    'ResendWindow',
    'Keeps frames until the other side has confirmed them.',
    [N.frame, N.cursor],
    8,
  ),
  spec(
    'net/duplicate-filter.ts',
    'DuplicateFilter',
    'Drops frames that arrive a second time after a reconnect.',
    [N.frame, N.receipt],
    7,
  ),
  spec(
    'ring/membership.ts',
    'Membership',
    'Who is part of the ring, and who is suspected to be gone.',
    [N.member, N.shard],
    9,
  ),
  spec(
    'ring/handover.ts',
    'Handover',
    'Moves shards between nodes while their jobs go on running.',
    [N.shard, N.member, N.lease],
    10,
  ),
  spec('ring/shard-map.ts', 'ShardMap', 'Which node owns which shard, by generation.', [N.shard, N.member], 8),
  spec('worker/worker-pool.ts', 'WorkerPool', 'The workers of a node and their capacity.', [N.worker, N.job], 9),
  spec(
    'worker/dispatcher.ts',
    'Dispatcher',
    'Brings due jobs and free workers together.',
    [N.job, N.worker, N.quota],
    9,
  ),
  {
    ...spec('receipt/receipt-book.ts', 'ReceiptBook', 'One receipt for every finished job.', [N.receipt, N.job], 7),
    ownMembers: written.RECEIPT_MEMBERS,
  },
  spec('retry/backoff-plan.ts', 'BackoffPlan', 'When a failed job may try again.', [N.backoff, N.job], 8),
  spec('quota/quota-gate.ts', 'QuotaGate', 'Holds back queues that have used up their share.', [N.quota, N.job], 8),
  spec('cursor/cursor-store.ts', 'CursorStore', 'How far each reader has come.', [N.cursor, N.checkpoint], 7),
  {
    ...spec(
      'admin/admin-server.ts',
      'AdminServer',
      'Answers questions about a running node; local only.',
      [N.member, N.lease],
      5,
    ),
    ownMembers: written.ADMIN_MEMBERS,
    settings: [['adminPort', FACTS.adminPort, 'Bound to the loopback address.']],
  },
];

export function testPathOf(path: string): string {
  return path.replace(/\.ts$/, '.test.ts');
}

export function purposeOf(path: string): string {
  return MODULES.find((module) => module.path === path)?.purpose ?? 'Read for the context.';
}

export function millraceProject(random: Random): ProjectFiles {
  const files = new ProjectFiles('/srv/code/millrace');
  for (const module of MODULES) {
    const own = random.fork(module.path);
    files.add(module.path, moduleText(module, own));
    files.add(testPathOf(module.path), testText(module, own.integer(7, 13), own));
  }
  files.add(FACTS.soakPath, written.SOAK_TEST);
  files.add('config/two-node.json', written.TWO_NODE_CONFIG);
  files.add('package.json', written.PACKAGE_FILE);
  files.add('README.md', written.README_FILE);
  files.add('docs/leases.md', written.LEASE_DOCS);
  files.add('migrations/0007_lease_epochs.sql', written.MIGRATION);
  files.add('migrations/0008_receipt_epoch.sql', written.MIGRATION.replaceAll('lease', 'receipt'));
  return files;
}
