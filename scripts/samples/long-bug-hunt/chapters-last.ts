import type { Chapter } from './chapter';
import { FACTS } from './facts';
import { counterTable, histogram, logSlice, soakRun } from './outputs';

const { soakSeed, graceValue, graceSetting } = FACTS;

export const LAST_CHAPTERS: readonly Chapter[] = [
  {
    pauseMs: 2 * 60_000,
    prompt:
      'One more of mine: a nack puts the job back through the backoff plan. If the job is nacked and acked at nearly the same time, both may count. Rule it in or out, please, before you go to the system level.',
    suspicion: 'a job that is put back although it was acked',
    files: [
      'src/retry/backoff-plan.ts',
      'src/quota/quota-gate.ts',
      'src/worker/dispatcher.ts',
      'src/scheduler/due-queue.ts',
      'src/receipt/receipt-book.ts',
    ],
    searches: ['BackoffState', 'attempts', 'jitterShare', 'usedInWindow', 'retryJobs'],
    thoughts: [
      'A nack needs a failing handler, a timeout or a drain. In the soak test the handlers never fail; they wait and return. That leaves the drain when a node stops, and a node stops only at the end of a run.',
      'So in the failing run there should be no nack at all for the job. I can check that in the log before I read any more code.',
      'The quota gate gives back its burst when a job is nacked. Irrelevant without nacks.',
      'What would the epochs look like? A nack releases the lease without raising the epoch, the next grant raises it by one. So 17 and 18. We have 17 and 19 in all failing runs so far. It is the reclaim that adds the extra one.',
      'The difference of two is the finger print: there was a reclaim, every time. I should have used it as a filter from the beginning. Everything that does not involve a reclaim is out.',
      'So which of the remaining candidates can make a reclaim happen although the worker is alive? Only a renewal that does not come in time, or one that comes and has no effect.',
    ],
    experiments: [
      {
        before: 'Any nack in the failing runs?',
        command: 'npm run -s log:merge -- --run 311,702,1133 --only receipt,backoff --lines 64',
        description: 'Receipts and retries of the failing runs',
        output: (random) => logSlice(random, 64),
        after:
          'There are nacks in these logs, all of them from draining at the end of a run, none for the failing jobs.',
      },
      {
        before: 'And the epochs of every duplicate that I have on disk.',
        command: 'npx tsx scratch/duplicate-epochs.ts var/failed-runs',
        description: 'Epoch differences of all duplicates',
        output: (random) =>
          [
            'run    job           first  second  difference',
            ...[311, 702, 1133, 311, 311].map((run) => {
              const epoch = random.integer(9, 40);
              return `${String(run).padEnd(6)} jb_${random.hex(8)}   ${String(epoch).padStart(4)}   ${String(epoch + 2).padStart(5)}   2`;
            }),
          ].join('\n'),
        after: 'Two, in all of them. A reclaim is always part of it.',
      },
    ],
    verdict:
      'Ruled out: the failing jobs were never nacked, and a nack would make the epochs differ by one. All duplicates on disk differ by two, so a reclaim is part of every failure. That narrows it down to renewals that come late or have no effect.',
    notes: [
      {
        section: 'solving',
        text: 'Retries ruled out: no nacks for the failing jobs. All duplicates have epochs that differ by two, so a reclaim is part of each failure.',
      },
      { section: 'messages', text: 'Asked to rule the backoff plan in or out.' },
    ],
    currentWork: 'Retries cleared; a reclaim is part of every failure.',
    nextStep: 'Find out why a renewal comes late: stalls of the process or of the disk.',
  },
  {
    pauseMs: 6 * 60_000,
    prompt:
      'That sounds like progress. So why does a renewal not come in time, if the worker is alive? Garbage collection? The event loop?',
    suspicion: 'a process that stalls and misses its renewals',
    files: [
      'src/lease/lease-renewer.ts',
      'src/lease/lease-table.ts',
      'src/store/segment-log.ts',
      'src/worker/worker-pool.ts',
    ],
    searches: ['renewEveryMs', 'groupCommitFrames', 'metrics.timing', 'flushSoon', 'await this.store.append'],
    thoughts: [
      'For a renewal to be missed the process would have to stand still for 5000 + 1250 - 1600 ms, more than four seconds. Collector pauses in the log are below 50 ms. So no.',
      'Unless several things add up: the jitter makes the interval 2160 ms at most, and the renewer goes through its jobs one after the other, each waiting for its append. With sixteen jobs and 20 ms each that is 320 ms. With one append of 1.4 s it is 1.7 s. Still not four.',
      'So the renewals were not missed at all? The log of run 311 says "renewed" right after "reclaimed". If the renewal came before the reclaim but was finished after it...',
      'That is it, or close to it: a renewal that is under way, waiting for a slow append, while the lease runs out and is reclaimed. When the append is done, the renewal goes on. With what? With the copy of the lease that it took before.',
      'In that case the slow flush is the trigger, and the time that matters is not four seconds. The reclaim compares with the old end, because the new one is not in the map until the append is durable. A renewal at 3.2 s, then one at 4.9 s that waits 1.4 s for the disk: the old end plus grace is passed while it waits.',
      'I want to see the duration of every renewal together with the time left on the lease when it began. If the theory holds, the failing job has a renewal longer than its time left plus the grace.',
      'The measuring must not change the timing. A ring buffer in memory that is written out at the end of a failing run will do.',
      'The loop lag is small throughout. It is the disk, or rather the group commit: one flush for up to 64 frames, and whoever comes just after the flush has begun waits for two of them.',
    ],
    experiments: [
      {
        before: 'Loop lag and collector pauses first, to close that door.',
        command: 'npm run -s counters -- --soak 120 --histogram process.loop-lag',
        description: 'Histogram of the event loop lag',
        output: histogram('ms', [
          ['0 - 2', 201_400],
          ['2 - 10', 8800],
          ['10 - 50', 340],
          ['50 - 100', 4],
          ['over 100', 0],
        ]),
        after: 'Never above 100 ms. The process does not stall.',
        durationMs: 61_000,
      },
      {
        before: 'Now the flushes.',
        command: 'npm run -s counters -- --last --histogram store.fsync',
        description: 'Histogram of flush durations',
        output: histogram('ms', [
          ['0 - 5', 41_020],
          ['5 - 20', 9322],
          ['20 - 100', 377],
          ['100 - 500', 52],
          ['500 - 1250', 11],
          ['1250 - 2000', 2],
        ]),
        after: `Two flushes of more than ${graceValue} ms in 120 runs. If each has a small chance to meet a lease near its end, one failure in 400 runs is about right.`,
      },
      {
        before: 'Slowing the disk artificially should then raise the rate a lot.',
        command: `SOAK_SEED=${soakSeed} SOAK_RUNS=200 SOAK_FSYNC_STALL=1400/2000 npm run soak`,
        description: 'Soak with a flush of 1400 ms once in 2000',
        output: soakRun(200, 9),
        exitCode: 1,
        after:
          'Fails at run 9 instead of 311. With a stall of 1400 ms once in 2,000 flushes the failure is common. That is the trigger.',
        durationMs: 6200,
      },
    ],
    remark: {
      beforeIt:
        'A pause of the process can be excluded, it would have to last four seconds. What is left is the time that a renewal itself takes. The histogram of the flushes comes next.',
      text: 'That is a strong signal. Before you fix anything show me the exact order of events for one failing job.',
    },
    verdict: `The trigger is a slow flush: with a stall of 1400 ms once in 2,000 flushes the soak test fails at run 9. The event loop and the collector are innocent. My theory is that a renewal waits for its append while the lease runs out, is reclaimed, and is then put back by the renewal. ${graceSetting} is what decides how long a flush may take before that can happen. I will show the order of events next.`,
    notes: [
      {
        section: 'solving',
        text: 'Trigger found: a slow flush. With SOAK_FSYNC_STALL=1400/2000 the soak test fails at run 9.',
      },
      {
        section: 'solving',
        text: 'Theory: renew() in src/lease/lease-table.ts takes a copy of the lease, waits for the append and writes the copy back, although the lease was reclaimed meanwhile.',
      },
      { section: 'messages', text: 'Asked why a renewal does not come in time although the worker is alive.' },
      {
        section: 'messages',
        text: 'Wants to see the exact order of events for one failing job before anything is fixed.',
        isAfterRemark: true,
      },
      { section: 'pending', text: 'Show the order of events for one failing job.', isAfterRemark: true },
    ],
    currentWork: 'A slow flush triggers the failure.',
    nextStep: 'Trace one failing job.',
  },
  {
    pauseMs: 12 * 60_000,
    prompt: 'Go ahead with the trace. The history endpoint of the admin server should help.',
    suspicion: 'a renewal that outlasts its lease',
    files: [
      'src/lease/lease-table.ts',
      'src/admin/admin-server.ts',
      'src/store/segment-log.ts',
      'docs/leases.md',
      'src/lease/fencing.ts',
    ],
    searches: ['historyOf', 'leases-reclaimed', 'renewAll', 'epoch: lease.epoch'],
    thoughts: [
      'The history endpoint gives every change of one lease with times. I need the address of the admin server; the port is no longer in my notes, it must be in the configuration.',
      'Now line by line. renew() reads the lease, makes a copy with a later end, waits for the append, then writes the copy into the map. Between the reading and the writing anything may happen to the entry, and the writing does not look.',
      'reclaimExpired() has no await before it changes the map, so it is atomic. It sees the old end, because the renewal has not been written back. It raises the epoch and sets the lease to released.',
      'Then the renewal finishes: map entry back to held, epoch back to 17. The reclaim has been undone in memory, but the job has been announced as free.',
      'The dispatcher has the job from the reclaimed list and asks for a grant. grant() computes the epoch from the entry... which is 17 again, plus one would be 18. The log says 19. So the grant was started before the renewal wrote back: it read 18 from the reclaim, plus one is 19. Both orders are possible, and in both a job has two holders.',
      'And the first worker was told "renewed", so it has no reason to stop. It acks under 17; the map says 17 at that moment or says 19, depending on who writes last. In the failing run the first ack was accepted.',
      'I can build that order in a unit test: a store whose append can be held back, two awaits, no clock tricks.',
    ],
    experiments: [
      {
        before: 'The history of the failing job from the stalled run.',
        command: `curl -s 'http://127.0.0.1:${FACTS.adminPort}/leases/history?job=jb_e3902b6f'`,
        description: 'History of one lease from the admin server',
        output: () =>
          [
            't+0      granted    holder=w4@node-a   epoch=21  end=t+5000',
            't+1580   renewed    holder=w4@node-a   epoch=21  end=t+6580',
            't+3310   renewed    holder=w4@node-a   epoch=21  end=t+8310',
            't+8155   renew begins (append waits)   epoch=21  end=t+8310',
            't+9560   reclaimed  holder=-           epoch=22',
            't+9561   grant begins (append waits)   epoch=23  holder=w11@node-b',
            't+9583   renewed    holder=w4@node-a   epoch=21  end=t+13155   <- written back from the copy',
            't+9584   granted    holder=w11@node-b  epoch=23',
            't+9702   ack        holder=w4@node-a   epoch=21  accepted',
            't+11120  ack        holder=w11@node-b  epoch=23  DUPLICATE',
          ].join('\n'),
        after:
          'There it is. The renewal begins at 8155 with 155 ms left, waits 1428 ms for its append, and at 9583 writes the lease back as it was before the reclaim at 9560.',
      },
      {
        before: 'How often is a renewal finished after the lease was reclaimed, over many runs?',
        command: 'npx tsx scratch/renewals-after-reclaim.ts var/failed-runs var/stalled-runs',
        description: 'Count renewals that finish after a reclaim',
        output: counterTable(
          ['renewals', 'after-reclaim', 'duplicates'],
          [
            ['renewals', 320, 480],
            ['after-reclaim', 1, 1],
            ['duplicates', 1, 1],
          ],
          22,
        ),
        after:
          'In all 22 failing runs exactly one renewal finished after a reclaim, and there was exactly one duplicate. No failing run without it.',
      },
      {
        before: 'And the failing job of run 311 again, now that I know what to look for.',
        command: 'npm run -s log:merge -- --run 311 --job jb_5be01c7a --with store',
        description: 'Lines for the first failing job, with the store',
        output: (random) =>
          logSlice(random, 46, [
            [8, 'DEBUG lease    renew begins job=jb_5be01c7a epoch=17 left=96ms'],
            [11, 'DEBUG store    append segment=000044 offset=301177 bytes=204 fsync=1388.2ms'],
            [21, 'INFO  lease    reclaimed lease=ls_77c0d2 from=w4@node-a late=212ms'],
            [23, 'DEBUG lease    renewed lease=ls_77c0d2 job=jb_5be01c7a epoch=17 until=+5000ms'],
            [30, 'DEBUG lease    granted lease=ls_9a1f30 job=jb_5be01c7a worker=w11@node-b epoch=19'],
          ]),
        after:
          'The same pattern in run 311: reclaimed, then "renewed" with the old epoch. I had seen these two lines at the very beginning and blamed the clocks.',
      },
    ],
    verdict: `The exact order for one job:

1. A renewal begins 155 ms before the end of the lease and waits for its append.
2. The flush takes 1428 ms. Meanwhile end plus grace (${graceValue} ms) passes, and the lease is reclaimed: epoch 22, released.
3. The job is granted to node-b under epoch 23.
4. The append is done. renew() writes its copy back: held, epoch 21, holder node-a.
5. Both workers finish. The first ack is accepted, the second is the duplicate.

The cause is in renew() in src/lease/lease-table.ts: it writes back a copy that it took before an await, without looking at the entry again. Group commit did not introduce it, it only made appends slow enough.`,
    notes: [
      {
        section: 'solving',
        text: 'Cause proven: renew() writes back a stale copy after a slow append, which undoes a reclaim. Seen in all 22 failing runs.',
      },
      { section: 'messages', text: 'Asked for the trace; pointed to the history endpoint of the admin server.' },
    ],
    currentWork: 'Cause proven with a trace.',
    nextStep: 'Fix renew() and write a regression test that holds the append back.',
  },
];
