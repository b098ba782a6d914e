import { gitStat, testRun, typeErrors } from '../command-outputs';
import type { SummaryNotes } from '../summary-notes';
import { FACTS } from './facts';
import { soakRun } from './outputs';
import type { Stage } from './stage';
import { RENEW_AFTER, RENEW_BEFORE } from './written-code';

const TABLE = 'src/lease/lease-table.ts';
const TABLE_TEST = 'src/lease/lease-table.test.ts';
const TITLE = 'does not revive a lease that was reclaimed while its renewal was being written';

const REGRESSION_TEST = `  });

  it('${TITLE}', async () => {
    const lease = await subject.grant(makeJob({ id: 'j-1' }), makeWorker({ id: 'w-1' }));
    const held = store.holdNextAppend();
    clock.advance(4_900);
    const renewal = subject.renew('j-1', 'w-1');
    clock.advance(100 + 1_250);
    await subject.reclaimExpired(clock.nowMs());
    held.release();
    await expect(renewal).resolves.toEqual({ type: 'lost' });
    expect(subject.findLease('j-1')?.epoch).toBe(lease.epoch + 1);
  });
});
`;

const FAILURE = `AssertionError: expected { type: 'renewed', until: 9900 } to deeply equal { type: 'lost' }

- Expected
+ Received

  {
-   "type": "lost",
+   "type": "renewed",
+   "until": 9900,
  }

 > ${TABLE_TEST}:214:37`;

export function fixAndVerify(stage: Stage, notes: SummaryNotes): void {
  writeTestFirst(stage);
  fix(stage);
  notes.remove('Fix renew()');
  notes.add('files', `${TABLE}: renew() compares the epoch after the append. ${TABLE_TEST}: regression test.`);
  soakWithoutCheck(stage);
  compareWithLastGood(stage);
  finishDocuments(stage);
}

function writeTestFirst({ writer, files, tools, investigation, random }: Stage): void {
  writer.wait(8 * 60_000);
  writer.prompt(
    'Convincing, and it is the kind of bug I feared. Test first, please: I want to see it fail before it passes. Then the fix, as small as possible.',
  );
  investigation.act({
    thinking: 'Test first. The memory store needs a way to hold an append back. If it has none I have to add one.',
    say: 'Looking at the table and its test as they are now.',
    tools: [tools.read(TABLE), tools.read(TABLE_TEST)],
  });
  investigation.act({
    tools: [
      tools.write(
        'test/memory-store.ts',
        `import type { Clock } from '../src/base/clock';\nimport type { AppendStore, Entry } from '../src/store/entry-store';\n\n/** Keeps everything in memory. An append can be held back, to let other things happen in between. */\nexport class MemoryStore implements AppendStore {\n  readonly entries: Entry[] = [];\n  private gate: Promise<void> | undefined;\n\n  constructor(private readonly clock: Clock) {}\n\n  async append(entry: Entry): Promise<number> {\n    const gate = this.gate;\n    this.gate = undefined;\n    if (gate) await gate;\n    this.entries.push({ ...entry, atMs: this.clock.nowMs() });\n    return this.entries.length - 1;\n  }\n\n  holdNextAppend(): { release(): void } {\n    let release = () => {};\n    this.gate = new Promise((resolve) => {\n      release = resolve;\n    });\n    return { release: () => release() };\n  }\n}\n`,
      ),
      tools.edit(TABLE_TEST, '  });\n});\n', REGRESSION_TEST),
    ],
  });
  const failed = [{ file: TABLE_TEST, title: TITLE, details: FAILURE }];
  investigation.act({
    say: 'This must fail now.',
    tools: [
      tools.bashFailing(
        `npx vitest run ${TABLE_TEST}`,
        'Run the regression test before the fix',
        1,
        testRun(files, [TABLE_TEST], random, { verbose: true, failed }),
        2100,
      ),
    ],
  });
  investigation.finish(
    'It fails in the way the trace predicts: the renewal answers "renewed" although the lease was reclaimed while its append was waiting.',
  );
}

function fix({ writer, files, tools, investigation, random }: Stage): void {
  writer.wait(95_000);
  writer.prompt('Exactly what I wanted to see. Now the fix.');
  investigation.act({
    thinking:
      'Compare after the await: same entry, same epoch. If not, answer "lost", which makes the renewer abandon the job. The renewal record in the store is harmless, since it carries the old epoch and a replay ignores it. A new column could record the reason, but that would be a migration, and those are not to be touched. It is not needed anyway.',
    say: 'The smallest fix: look at the entry again after the append, and give up if its epoch has changed.',
    tools: [tools.edit(TABLE, RENEW_BEFORE, RENEW_AFTER)],
  });
  investigation.act({
    tools: [
      tools.bash(
        `npx vitest run ${TABLE_TEST}`,
        'Run the regression test after the fix',
        testRun(files, [TABLE_TEST], random, { verbose: true }),
        2000,
      ),
      tools.bashFailing(
        'npm run -s check:types',
        'Check the types',
        2,
        typeErrors(random, [
          {
            path: 'test/memory-store.ts',
            message:
              "2420: Class 'MemoryStore' incorrectly implements interface 'AppendStore'. Property 'scan' is missing in type 'MemoryStore'.",
          },
        ]),
        6400,
      ),
    ],
  });
  investigation.act({
    thinking: 'The test passes. The memory store I wrote is too small: scan is missing, and the load tests need it.',
    tools: [
      tools.edit(
        'test/memory-store.ts',
        '  holdNextAppend(): {',
        '  async *scan(type: string): AsyncGenerator<Entry> {\n    for (const entry of this.entries) if (entry.type === type) yield entry;\n  }\n\n  holdNextAppend(): {',
      ),
    ],
  });
  const tests = files.paths('src').filter((path) => path.endsWith('.test.ts'));
  investigation.act({
    tools: [
      tools.bash('npm run -s check:types', 'Check the types again', '', 6100),
      tools.bash('npx vitest run', 'Run all unit tests', testRun(files, tests, random, { verbose: false }), 9800),
    ],
  });
  investigation.act({
    thinking: 'Is the same pattern somewhere else: read, await an append, write back?',
    say: 'Green. Now the question whether the same mistake exists elsewhere.',
    tools: [tools.grep('await this.store.append', 'src', 80)],
  });
  investigation.finish(
    'Fixed, and the regression test passes together with all others. The same shape (read, await, write back) occurs in a few other places, but there the entry is not shared or the lock is held. I have listed them in the commit message draft instead of changing them.',
  );
}

function soakWithoutCheck({ writer, tools, investigation, random }: Stage): void {
  writer.wait(3 * 60_000);
  writer.prompt('Now let the soak run prove it. 2,000 runs, and the stalled variant too.');
  investigation.act({
    say: 'Starting both.',
    tools: [
      tools.bash(
        `SOAK_SEED=${FACTS.soakSeed} SOAK_RUNS=200 SOAK_FSYNC_STALL=1400/2000 npm run soak`,
        'Soak with stalls after the fix',
        soakRun(200)(random),
        61_000,
      ),
    ],
  });
  investigation.finish(
    '200 runs with stalls and no duplicate; before the fix it failed at run 9. The long run is next.',
  );
  writer.wait(30_000);
  writer.prompt(
    'You have not run check:schema before that, nor before the stalled run this morning. I said always before you start a soak run, and it matters here: a run on a stale schema proves nothing.',
  );
  investigation.act({
    thinking:
      'The rule was given at the very beginning. What I still had of it was only that the schema should be checked from time to time. I will repeat the stalled run properly.',
    say: 'You are right, the rule was "always before a soak run", and I skipped it. The stalled run again, this time with the check in front, then the long one.',
    tools: [
      tools.bash(
        `npm run check:schema && SOAK_SEED=${FACTS.soakSeed} SOAK_RUNS=200 SOAK_FSYNC_STALL=1400/2000 npm run soak`,
        'Check the schema, then soak with stalls',
        `check-schema: 8 migrations, all applied\n${soakRun(200)(random)}`,
        63_000,
      ),
      tools.bash(
        `npm run check:schema && SOAK_SEED=${FACTS.soakSeed} SOAK_RUNS=2000 npm run soak`,
        'Check the schema, then the long soak run',
        `check-schema: 8 migrations, all applied\n${soakRun(2000)(random)}`,
        590_000,
      ),
    ],
  });
  investigation.finish('Both are clean: 200 of 200 with stalls, 2,000 of 2,000 without, each after check:schema.');
}

function compareWithLastGood({ writer, tools, investigation, random }: Stage): void {
  writer.wait(66 * 60_000);
  writer.prompt('Was the mistake already in the commit that I named as the last clean one, or did it come in later?');
  investigation.act({
    thinking:
      'The hash is not in my context any more, only that ten commits came after it. The log will give it back: it is the one before group commit.',
    say: 'I no longer have the hash at hand; looking it up.',
    tools: [
      tools.bash(
        'git log --oneline -12 --reverse --grep="group commit" --grep="segments" ',
        'Find the commit before group commit',
        `${FACTS.lastGoodCommit} store: segments are sealed at 64 MB\n${random.hex(7)} store: group commit, one flush for up to 64 frames`,
      ),
    ],
  });
  investigation.act({
    tools: [
      tools.bash(
        `git show ${FACTS.lastGoodCommit}:${TABLE} | grep -n -A12 'async renew('`,
        'renew() as it was',
        "88:  async renew(jobId: string, holderId: string): Promise<RenewOutcome> {\n89-    const lease = this.leases.get(jobId);\n90-    if (!lease || lease.ownerId !== holderId) return { type: 'lost' };\n91-    const renewed: Lease = {\n92-      ...lease,\n93-      renewals: lease.renewals + 1,\n94-      expiresAtMs: this.clock.nowMs() + this.settings.leaseMs,\n95-    };\n96-    await this.store.append({ type: 'lease-renewed', jobId, epoch: lease.epoch });\n97-    this.leases.set(jobId, renewed);\n98-    return { type: 'renewed', until: renewed.expiresAtMs };\n99-  }",
      ),
    ],
  });
  investigation.finish(
    `It was already in ${FACTS.lastGoodCommit}: renew() had the same lines. Without group commit an append never waited for other frames, so a flush above ${FACTS.graceValue} ms (${FACTS.graceSetting}) practically did not happen. Group commit made it visible.`,
  );
}

function finishDocuments({ writer, tools, investigation, random }: Stage): void {
  writer.wait(4 * 60_000);
  writer.prompt(
    'Good to know. Correct docs/leases.md, it claims something that is not true, then show me the diff and write the summary for the release notes.',
  );
  investigation.act({
    tools: [
      tools.edit(
        'docs/leases.md',
        'It does not cover a slow disk: an append is expected to take far less than the grace time.',
        'An append may take longer than the grace time. A renewal that is finished after its lease was reclaimed has no effect:\nthe table compares the epoch after each append, and the holder is told that the lease is lost.',
      ),
    ],
  });
  investigation.act({
    tools: [
      tools.bash(
        'git diff --stat',
        'Show what changed',
        gitStat(
          [TABLE, TABLE_TEST, 'src/scheduler/delay-wheel.test.ts', 'test/memory-store.ts', 'docs/leases.md'],
          random,
        ),
      ),
      tools.bash('git status --short migrations', 'Make sure that no migration has changed', ''),
    ],
  });
  investigation.finish(`Nothing under migrations/ has changed. Summary for the release notes:

> Leases: a renewal that had to wait for a slow disk could bring back a lease that had been reclaimed in the meantime. The job was then run by two workers, and the second ack failed with ${FACTS.errorCode}. A renewal now checks the epoch of the lease after it was written, and gives up if it has changed.

For your own notes: reproduce with SOAK_SEED=${FACTS.soakSeed} and SOAK_FSYNC_STALL=1400/2000 in ${FACTS.soakPath} (run 9 before the fix); the history of a job is at http://127.0.0.1:${FACTS.adminPort}/leases/history?job=<id>; ${FACTS.graceSetting} stays at ${FACTS.graceValue}.`);
}
