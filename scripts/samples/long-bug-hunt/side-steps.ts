import { testRun } from '../command-outputs';
import { FACTS } from './facts';
import type { Stage } from './stage';

const WHEEL_TEST = 'src/scheduler/delay-wheel.test.ts';

function addWheelTest({ files, tools, investigation, random }: Stage): void {
  const end = '  });\n});\n';
  const added = `  });

  it('fires once for a timer that is due in exactly one turn', async () => {
    const fired: string[] = [];
    subject.watchTimers((timer) => fired.push(timer.id));
    subject.addTimer(makeTimer({ id: 'one-turn', dueTick: 512, slot: 0, rounds: 1 }));
    clock.advance(2 * 512 * 10);
    expect(fired).toEqual(['one-turn']);
  });
});
`;
  investigation.act({
    thinking:
      'The remark about the test: one case, exactly one turn, and the wheel turned twice so that a second firing would show.',
    say: 'Adding the one case for the rollover.',
    tools: [tools.editNotFound(WHEEL_TEST, '  });\n\n});\n', added)],
  });
  investigation.act({
    say: 'There is no empty line before the end of the file. Once more with the real text.',
    tools: [tools.read(WHEEL_TEST)],
  });
  investigation.act({ tools: [tools.edit(WHEEL_TEST, end, added)] });
  investigation.act({
    tools: [
      tools.bash(
        `npx vitest run ${WHEEL_TEST}`,
        'Run the wheel tests',
        testRun(files, [WHEEL_TEST], random, { verbose: true }),
        1900,
      ),
    ],
  });
}

function runIntoBusyPort({ tools, investigation }: Stage): void {
  investigation.act({
    say: 'One run by hand with the debugger attached, to look at the window from inside.',
    tools: [
      tools.bashFailing(
        `SOAK_SEED=${FACTS.soakSeed} SOAK_RUNS=1 node --inspect-brk --import tsx ${FACTS.soakPath}`,
        'Single soak run with the inspector',
        1,
        `Error: listen EADDRINUSE: address already in use 127.0.0.1:${FACTS.adminPort}\n    at Server.setupListenHandle [as _listen2] (node:net:1908:16)\n    at AdminServer.listen (/srv/code/millrace/src/admin/admin-server.ts:71:5)\n    at spawnNode (/srv/code/millrace/test/soak/harness.ts:44:3)`,
        1500,
      ),
    ],
  });
  investigation.act({
    thinking:
      'The previous soak run has left a node behind that still holds the admin port. I started it, so I can end exactly that process.',
    tools: [
      tools.bash(
        `ss -ltnp 'sport = :${FACTS.adminPort}'`,
        'See which process holds the admin port',
        `State   Recv-Q  Send-Q  Local Address:Port   Process\nLISTEN  0       511     127.0.0.1:${FACTS.adminPort}       users:(("node",pid=48213,fd=31))`,
      ),
    ],
  });
  investigation.act({
    tools: [
      tools.bash(
        'kill 48213 && sleep 1 && npm run -s soak -- --runs 1 --quiet',
        'End the left-over node, run once',
        'soak: 1 of 1 runs without a duplicate',
        3900,
      ),
    ],
  });
}

function readWhatIsGone({ tools, investigation }: Stage): void {
  investigation.act({
    say: 'The docs mention a page about handovers, let me see whether it says who renews during the move.',
    tools: [tools.readMissing('docs/handover.md')],
  });
  investigation.act({
    say: 'That page does not exist. What there is:',
    tools: [tools.glob('docs/**/*.md', 'docs', '.md')],
  });
}

function startWithoutPackage({ tools, investigation }: Stage): void {
  investigation.act({
    say: 'A small statistic over the failed runs, with the script I used for the wheel.',
    tools: [
      tools.bashFailing(
        'node scratch/lease-ends.mjs var/failed-runs',
        'Statistic of lease ends',
        1,
        "node:internal/modules/esm/resolve:283\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/srv/code/millrace/scratch/lease-ends.mjs'",
        300,
      ),
    ],
  });
  investigation.act({
    thinking: 'I never wrote that one, the wheel scripts had other names. The statistic is not needed for the verdict.',
    tools: [
      tools.bash(
        'ls scratch',
        'List the scratch scripts',
        'duplicate-epochs.ts\nownership.ts\ntombstone-audit.ts\nwheel-rearm.ts\nwheel-rollover.ts',
      ),
    ],
  });
}

/** What happens at the end of a chapter, before its verdict; by what is suspected in it. */
export const CHAPTER_ENDS: ReadonlyMap<string, (stage: Stage) => void> = new Map([
  ['a timer that fires twice', addWheelTest],
  ['an ACK frame that is delivered twice', runIntoBusyPort],
  ['two nodes that own one shard at the same time', readWhatIsGone],
  ['an expiry that is compared with the wrong clock', startWithoutPackage],
]);
