import type { Chapter } from './chapter';
import { FACTS } from './facts';
import { counterTable, histogram, logSlice, soakRun } from './outputs';

const {
  errorCode,
  adminPort,
  lastGoodCommit,
  soakSeed,
  soakPath,
  graceSetting,
  graceValue,
  migrationsRule,
  schemaRule,
} = FACTS;

export const FIRST_CHAPTERS: readonly Chapter[] = [
  {
    pauseMs: 0,
    prompt: `The soak test of millrace fails now and then and I need to know why before the release. About once in 400 runs a job is acked twice and the receipt book throws ${errorCode}. It happens in ${soakPath}; with SOAK_SEED=${soakSeed} it came up on run 311 on my machine. Commit ${lastGoodCommit} was still clean for a whole weekend, so it is something after that.

Three house rules:
- ${migrationsRule}, they have been applied everywhere already.
- ${schemaRule}, a stale schema makes the soak run fail in misleading ways.
- Do not raise timeouts to make a test pass. I want the cause.

While the soak test runs, the admin server of node-a listens on port ${adminPort}; /leases/history?job= is useful there.`,
    suspicion: 'a second ack for a finished job',
    files: [
      soakPath,
      'config/two-node.json',
      'README.md',
      'docs/leases.md',
      'src/receipt/receipt-book.ts',
      'src/lease/lease-table.ts',
      'src/admin/admin-server.ts',
    ],
    searches: [errorCode, 'duplicate', 'adminPort', graceSetting],
    thoughts: [
      `Start with what is certain: the code ${errorCode} is thrown in exactly one place if the receipt book is as simple as its name says. From there I can work backwards to the two acks.`,
      'The soak test moves half the shards over, lets a third of the jobs finish, and moves everything back. So each job lives through at most two handovers. Whatever goes wrong must fit into that.',
      `The configuration matters for timing: leases of 5000 ms, renewal every 1600 ms with jitter 0.35, and ${graceSetting} of ${graceValue}. A lease that is not renewed lives 6250 ms in all.`,
      'A receipt is written with the epoch of the lease under which the job ran. Two receipts with epochs that differ by two would mean: granted, taken back (epoch up), granted again (epoch up). That is more telling than the error text.',
      'The settle method checks the present epoch as well. So the second ack must have arrived under an epoch that the table believed in at that moment. Either the table forgot a reclaim or somebody put an older lease back.',
      'The README says two receipts for one job are an error, and the book throws on the second. It does not say which of the two was right. In the failing run I want to know the order.',
      'I should reproduce it before I form opinions. First the schema check, as the rules ask, then the soak run with the given seed.',
      `The failure is at run 311 with this seed here too, or close to it. That means the workload is the trigger and the timing of the machine only decides the rest.`,
      'The log is at debug level for all parts. It is large, but merged by time it should show the story of one job.',
    ],
    experiments: [
      {
        before: 'Schema check first, then the soak run.',
        command: 'npm run check:schema',
        description: 'Check the schema',
        output: () =>
          'check-schema: 8 migrations, all applied\ncheck-schema: lease.epoch ok, receipt.epoch ok, 2 indexes ok',
        after: 'The schema is up to date.',
        durationMs: 2400,
      },
      {
        before: `Now the soak run with SOAK_SEED=${soakSeed}.`,
        command: `SOAK_SEED=${soakSeed} SOAK_RUNS=400 npm run soak`,
        description: 'Run the soak test with the given seed',
        output: soakRun(400, 311),
        exitCode: 1,
        after: `Reproduced at run 311: one duplicate ack, ${errorCode}, and the two epochs differ by two. So the job really was granted a second time in between, and the first holder still got its ack through or the other way round.`,
        durationMs: 118_000,
      },
      {
        before: `What changed since ${lastGoodCommit}?`,
        command: `git log --oneline ${lastGoodCommit}..HEAD`,
        description: 'List commits since the last good one',
        output: (random) =>
          [
            'store: group commit, one flush for up to 64 frames',
            'net: resend window keeps frames by sequence',
            'ring: refute suspicions with a higher incarnation',
            'scheduler: wheel with 512 slots instead of 256',
            'compactor: purge tombstones once all cursors have passed',
            'worker: drain before stop',
            'quota: burst is given back when a job is nacked',
            'lease: jitter for renewals',
            'admin: history of a lease',
            'docs: leases',
          ]
            .map((subject) => `${random.hex(7)} ${subject}`)
            .join('\n'),
        after:
          'Ten commits, and at least five of them touch something that could do it: group commit, resend window, the wheel, purging of tombstones, jitter. I will take them one at a time instead of bisecting, because a bisect step needs about 1,000 runs to be sure.',
      },
      {
        before: 'Let me see the log around the duplicate.',
        command: 'npm run -s log:merge -- --run 311 --around duplicate --lines 90',
        description: 'Merged log around the duplicate',
        output: (random) =>
          logSlice(random, 90, [
            [41, `ERROR receipt  duplicate ack job=jb_5be01c7a code=${errorCode} epochs=17,19`],
            [12, 'INFO  lease    reclaimed lease=ls_77c0d2 from=w4@node-a late=212ms'],
          ]),
        after:
          'There is a reclaim 30 lines before the duplicate. The job was taken back from node-a, and later both nodes acked it. What is missing is any hint that node-a was slow.',
      },
    ],
    verdict: `What I know so far:

- The failure reproduces with SOAK_SEED=${soakSeed} at run 311. The receipt book throws ${errorCode}; the two epochs differ by two.
- So the job was granted, reclaimed and granted again, and both holders settled it.
- Ten commits lie between ${lastGoodCommit} and now. Five of them could be involved.

I would go through the candidates in this order: delay wheel, resend window, compactor, handover, clock difference. Each gets an experiment that could prove it wrong.`,
    notes: [
      {
        section: 'intent',
        text: `Find the cause of the intermittent double ack (${errorCode}) in the soak test of millrace. The user wants the cause, not longer timeouts.`,
      },
      { section: 'intent', text: `Rule of the user: ${migrationsRule}.` },
      { section: 'intent', text: `Rule of the user: ${schemaRule}.`, lives: 2 },
      { section: 'intent', text: 'The user wants the schema checked from time to time.', delay: 2 },
      {
        section: 'concepts',
        text: 'Leases with epochs: the epoch rises with each grant and each reclaim. Two receipts whose epochs differ by two mean grant, reclaim, grant.',
      },
      {
        section: 'files',
        text: `${soakPath}: two nodes, two handovers per run; reproduces with SOAK_SEED=${soakSeed} at run 311.`,
        lives: 2,
      },
      { section: 'files', text: 'The soak test for two nodes reproduces the failure with a fixed seed.', delay: 2 },
      {
        section: 'files',
        text: `config/two-node.json: leaseMs 5000, ${graceSetting} ${graceValue}, renewEveryMs 1600, clockSkewMs 40.`,
        lives: 1,
      },
      { section: 'files', text: `Admin server of node-a on port ${adminPort} (/leases/history?job=).`, lives: 1 },
      { section: 'errors', text: `${errorCode}: duplicate ack, thrown in src/receipt/receipt-book.ts.` },
      { section: 'solving', text: `Last clean commit: ${lastGoodCommit}. Ten commits since then.`, lives: 2 },
      {
        section: 'messages',
        text: 'Asked to find why a job is acked twice about once in 400 soak runs; gave three house rules.',
      },
    ],
    currentWork: 'Reproduced the failure and listed the candidates.',
    nextStep: 'Look at the delay wheel first.',
  },
  {
    pauseMs: 4 * 60_000,
    prompt:
      'Good. Take the wheel first then. The change from 256 to 512 slots was mine and I was never quite sure about the rollover.',
    suspicion: 'a timer that fires twice',
    files: ['src/scheduler/delay-wheel.ts', 'src/scheduler/due-queue.ts', 'src/worker/dispatcher.ts'],
    searches: ['dueTick', 'TimerState', 'watchTimers', 'rounds', 'addTimer'],
    thoughts: [
      'A wheel with 512 slots of 10 ms turns once in 5.12 seconds. Our leases last 5 seconds. So a timer for a lease end nearly always lands one slot short of a full turn, which is the place where a rollover mistake would show.',
      'If a timer were kept in its slot after firing and the number of rounds were off by one, it would fire again 5.12 s later. The duplicate ack in run 311 came 6.9 s after the grant. That does not fit, though it is not far off.',
      'When a timer fires twice, the job becomes due twice. The due queue takes it by id, so the second entry would replace the first unless the first has already been dispatched.',
      'The dispatcher asks the lease table for a grant before it hands anything out. A second grant would be refused while the lease is held. So even a timer that fires twice is not enough; the lease must be gone as well.',
      'I can test the rollover directly: arm 100,000 timers with delays around one full turn, count the firings per id.',
      'The slot is computed with a bit mask, which is right for 512 and was right for 256. For a number that is not a power of two it would break, but that is not our case.',
      'Cancelling removes the timer from the slot by scanning. If a timer is armed again under the same id while the old one is still in another slot, both exist. That would be a real double firing.',
      'Rearming happens at each renewal: 240 jobs, three renewals each. If cancel failed to find the old one even once, we would see an extra firing about every few runs, not once in 400.',
      'I will count armed, cancelled and fired per run. The three must add up.',
    ],
    experiments: [
      {
        before: 'A direct test of the rollover, outside the service.',
        command: 'npx tsx scratch/wheel-rollover.ts --timers 100000 --around 512',
        description: 'Arm timers around one full turn and count firings',
        output: histogram('firings', [
          ['0', 0],
          ['1', 100_000],
          ['2', 0],
          ['3 and more', 0],
        ]),
        after: 'Every timer fired exactly once, also those exactly one turn away. The rollover is right.',
        durationMs: 5200,
      },
      {
        before: 'And the rearming, with the cancel in between.',
        command: 'npx tsx scratch/wheel-rearm.ts --timers 20000 --rearm 3 --seed 5',
        description: 'Rearm each timer three times',
        output: counterTable(
          ['armed', 'cancelled', 'fired', 'left'],
          [
            ['armed', 80_000, 80_000],
            ['cancelled', 60_000, 60_000],
            ['fired', 20_000, 20_000],
            ['left', 0, 0],
          ],
          12,
        ),
        after: 'Armed equals cancelled plus fired in every row. Rearming does not leave anything behind.',
      },
      {
        before: 'Now the same counters in the service itself.',
        command: 'npm run -s counters -- --soak 60 --only wheel',
        description: 'Wheel counters over 60 soak runs',
        output: counterTable(
          ['armed', 'cancelled', 'fired', 'late>50ms'],
          [
            ['armed', 940, 1010],
            ['cancelled', 690, 760],
            ['fired', 250, 250],
            ['late', 0, 6],
          ],
          34,
        ),
        after:
          'Fired is 250 in every run: 240 jobs and ten housekeeping timers. No double firing in 60 runs. Some timers are late by more than 50 ms, but late is not twice.',
        durationMs: 44_000,
      },
    ],
    remark: {
      beforeIt:
        'The wheel turns correctly as far as I can see by reading. The counters from the service are still missing; I am running them now.',
      text: 'If the wheel is innocent I would like a line in its test that says so, the rollover at exactly one turn. Small, no refactoring please.',
    },
    verdict:
      'The delay wheel is not the cause. 100,000 timers around one full turn fired exactly once each, rearming leaves nothing behind, and in the service the counters add up. Besides, a timer that fires twice would still meet the lease table, which refuses a second grant while the first is held. I added the rollover case to its tests.',
    notes: [
      {
        section: 'solving',
        text: 'Delay wheel ruled out: 100,000 timers around one turn fired once each; armed = cancelled + fired.',
      },
      {
        section: 'files',
        text: 'src/scheduler/delay-wheel.test.ts: added a case for the rollover at exactly one turn.',
        lives: 2,
      },
      {
        section: 'messages',
        text: 'Asked to look at the wheel first and to add a rollover test, without refactoring.',
      },
    ],
    currentWork: 'Delay wheel checked and cleared.',
    nextStep: 'Look at frames that are sent again after a reconnect.',
  },
  {
    pauseMs: 9 * 60_000,
    prompt:
      "Fine. Next suspicion: the resend window. When the connection between the nodes drops during a handover, frames are sent again. An ACK frame that arrives twice is a double ack, isn't it?",
    suspicion: 'an ACK frame that is delivered twice',
    files: [
      'src/net/resend-window.ts',
      'src/net/duplicate-filter.ts',
      'src/net/connection.ts',
      'src/receipt/receipt-book.ts',
    ],
    searches: ['sequence', 'resent', 'sentAtMs', 'FrameState', 'settledAtMs'],
    thoughts: [
      'An ACK that arrives twice would carry the same epoch both times. In run 311 the epochs are 17 and 19. That alone nearly rules it out, unless the error text mixes up two different things. Let me check where the text gets its numbers.',
      'The filter keeps the last sequence per connection. After a reconnect there is a new connection object, so the memory of the old one must be carried over. That is the classical mistake and worth reading closely.',
      'The sequence is "per connection, without gaps" according to the model. If a reconnect starts at zero again, an old frame and a new one may share a number and the filter may drop the wrong one. That would lose an ack, the opposite of our symptom. Losing an ack, however, leads to a reclaim, and a reclaim leads to a second grant...',
      'Follow that: ack lost, the lease is not settled, the worker is done and stops renewing, after 6250 ms the lease is reclaimed, the job is granted again, runs a second time and is acked again. But then the first ack never reached the book, so the book would see only one. No duplicate.',
      'Unless the lost ack is not lost but delayed: it stays in the resend window and is sent after the reconnect. Then the book gets the new ack first and the old one later, with the older epoch. The order of the epochs in the error should tell. It says 17 is settled first and 19 comes second, so the old one came first.',
      'So no delayed frame: the older epoch was settled first, in time, and the newer one second. The second worker is the surplus one. The question is why the job was granted again although it was still being worked on.',
      'To be thorough I can force reconnects: drop the connection every 200 ms during the handover and see whether the rate of failures rises.',
      'If the rate does not rise with fifty times as many reconnects, the transport is innocent whatever the code looks like.',
    ],
    experiments: [
      {
        before: 'Forcing reconnects all the time.',
        command: `npm run check:schema && SOAK_SEED=${soakSeed} SOAK_RUNS=300 SOAK_DROP_CONNECTION_MS=200 npm run soak`,
        description: 'Soak with forced reconnects',
        output: soakRun(300),
        after:
          '300 runs with thousands of reconnects and no duplicate. If the transport were the cause, this should have made it far worse.',
        durationMs: 131_000,
      },
      {
        before: 'How many frames were really sent again in that run?',
        command: 'npm run -s counters -- --last --only net',
        description: 'Transport counters of the last soak run',
        output: counterTable(
          ['frames', 'resent', 'filtered', 'gaps'],
          [
            ['frames', 5100, 6200],
            ['resent', 190, 420],
            ['filtered', 180, 410],
            ['gaps', 0, 0],
          ],
          40,
        ),
        after:
          'Hundreds of frames per run were sent again and nearly all were filtered; the rest had not arrived the first time. No gaps. This works as designed.',
      },
      {
        before: 'And the epochs in the error: where do they come from?',
        command: 'npm run -s log:merge -- --run 311 --job jb_5be01c7a',
        description: 'All lines for the failing job',
        output: (random) =>
          logSlice(random, 38, [
            [2, 'DEBUG lease    granted lease=ls_77c0d2 job=jb_5be01c7a worker=w4@node-a epoch=17'],
            [9, 'DEBUG lease    renewed lease=ls_77c0d2 job=jb_5be01c7a epoch=17 until=+5000ms'],
            [17, 'INFO  lease    reclaimed lease=ls_77c0d2 from=w4@node-a late=212ms'],
            [19, 'DEBUG lease    renewed lease=ls_77c0d2 job=jb_5be01c7a epoch=17 until=+5000ms'],
            [24, 'DEBUG lease    granted lease=ls_9a1f30 job=jb_5be01c7a worker=w11@node-b epoch=19'],
            [29, 'DEBUG receipt  ack job=jb_5be01c7a worker=w4@node-a epoch=17 state=settled'],
            [35, `ERROR receipt  duplicate ack job=jb_5be01c7a code=${errorCode} epochs=17,19`],
          ]),
        after:
          'The story of the job: granted to node-a under 17, renewed, reclaimed, and right after it another "renewed" under epoch 17. I noted the odd order of the two lines but took it for the clock difference between the nodes. Then granted to node-b under 19.',
      },
    ],
    verdict:
      'The transport is not the cause. An ACK delivered twice would carry one epoch, not two; forcing a reconnect every 200 ms gave 300 clean runs; and the counters show that what is sent again is filtered. One line in the log of the failing job looks odd: a renewal under epoch 17 just after the reclaim. It may be the 40 ms of skew between the nodes.',
    notes: [
      {
        section: 'solving',
        text: 'Transport ruled out: forced reconnects every 200 ms gave 300 clean runs; the epochs differ, so it is no repeated frame.',
      },
      {
        section: 'solving',
        text: 'Odd detail in the log of job jb_5be01c7a: "renewed ... epoch=17" stands right after "reclaimed". Not explained yet.',
        lives: 1,
      },
      { section: 'messages', text: 'Suspected frames sent twice after a reconnect.' },
    ],
    currentWork: 'Transport checked and cleared.',
    nextStep: 'Look at the compactor and its tombstones.',
  },
];
