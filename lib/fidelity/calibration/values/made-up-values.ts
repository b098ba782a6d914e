import type { LabelledBoundary, LabelSet } from '../labelled-boundary';

interface Session {
  readonly left: readonly string[];
  readonly summary: string;
  readonly after: readonly string[];
}

/** [K2] What a person who continues the session would have to look up or guess. */
export const madeUpValues: readonly LabelledBoundary[] = [
  madeUp('tune', 'a command with its options', ['npm run suite -- --grep lease --retries 2'], {
    left: [
      'user "Run the slow suite with `npm run suite -- --grep lease --retries 2`, nothing else."',
      'call #1 bash "npm run suite -- --grep lease --retries 2"',
      'result #1 "12 passed in 4 files"',
    ],
    summary: 'The user wants the slow suite after every change. It passed.',
    after: [
      'user "Go on."',
      'call #2 bash "npm run suite -- --grep lease --retries 2"',
      'result #2 "12 passed in 4 files"',
    ],
  }),
  madeUp('tune', 'files under two names, one read again first', ['src/lease/clock.ts'], {
    left: [
      'call #1 read /srv/app/src/lease/table.ts',
      'result #1 "export class LeaseTable {}"',
      'call #2 read src/lease/clock.ts',
      'result #2 "export const now = Date.now;"',
      'call #3 edit ./src/lease/renewer.ts',
      'result #3 "done"',
    ],
    summary: 'We read the lease table (src/lease/table.ts) and its clock.',
    after: [
      'call #4 bash "ls src/lease"',
      'result #4 "src/lease/renewer.ts"',
      'call #5 edit /srv/app/src/lease/table.ts',
      'result #5 "done"',
      'call #6 edit src/lease/renewer.ts',
      'result #6 "done"',
      'call #7 edit src/lease/clock.ts',
      'result #7 "done"',
    ],
  }),
  madeUp('tune', 'a commit, a port and noise', ['9f3c1ab', '7741'], {
    left: [
      'user "The last good commit is 9f3c1ab. The admin port is 7741."',
      'call #1 bash "git status --short && git diff --stat"',
      'result #1 "4 files changed, 12 insertions"',
      'assistant "I call table.renew() in heldLeases(), see `json:\\"lease_id\\"`."',
    ],
    summary: 'Something broke since the last good commit.',
    after: [
      'call #2 bash "git status --short"',
      'result #2 "clean"',
      'assistant "table.renew() is called in heldLeases(), 4 files."',
      'call #3 bash "git diff 9f3c1ab -- src/lease && curl -s localhost:7741/leases"',
      'result #3 "x"',
    ],
  }),
  madeUp('tune', 'a decision about wording', ['Lease expired, please sign in', '--no-colour'], {
    left: [
      'call #1 AskUserQuestion {"questions":1}',
      `result #1 ${JSON.stringify('Answered: "Which message?"="`Lease expired, please sign in`". "Which flag?"="`--no-colour`"')}`,
      'assistant "The message is `Lease expired, please sign in`, the flag `--no-colour`."',
    ],
    summary: 'The user chose the message and the flag for the command line.',
    after: [
      'user "Do it."',
      'call #2 edit {"file_path":"src/cli.ts","old_string":"x","new_string":"throw \\"Lease expired, please sign in\\"; option(\\"--no-colour\\")"}',
      'result #2 "done"',
    ],
  }),
  madeUp('tune', 'everything that mattered was kept', [], {
    left: [
      'user "Fix MR-4417 in src/queue/ack.ts."',
      'call #1 bash "npm run soak -- --seed 7"',
      'result #1 "MR-4417 at 30s"',
    ],
    summary: 'Fix MR-4417 in src/queue/ack.ts. Reproduce it with `npm run soak -- --seed 7`.',
    after: [
      'call #2 edit src/queue/ack.ts',
      'result #2 "done"',
      'call #3 bash "npm run soak -- --seed 7"',
      'result #3 "ok"',
    ],
  }),
  madeUp('tune', 'a setting and where it is set', ['LEASE_TTL=45s', 'deploy/staging.env'], {
    left: [
      'user "Staging needs LEASE_TTL=45s, production keeps its own."',
      'call #1 read deploy/staging.env',
      'result #1 "LEASE_TTL=30s"',
    ],
    summary: 'Staging gets a longer lease. Production stays as it is.',
    after: [
      'user "Now do staging."',
      'call #2 edit {"file_path":"deploy/staging.env","old_string":"x","new_string":"LEASE_TTL=45s"}',
      'result #2 "done"',
    ],
  }),
  madeUp(
    'measure',
    'an issue, its branch and a link',
    ['fix/LQ-208-handover', 'LQ-208', 'https://tracker.example.org/browse/LQ-208'],
    {
      left: [
        'user "See https://tracker.example.org/browse/LQ-208. Work on the branch `fix/LQ-208-handover`."',
        'call #1 bash "git checkout -b fix/LQ-208-handover"',
        'result #1 "Switched to a new branch"',
      ],
      summary: 'We work on the handover bug, on a branch of its own.',
      after: [
        'user "Open a pull request."',
        'call #2 bash "gh pr create --head fix/LQ-208-handover --title \\"LQ-208: handover\\" --body https://tracker.example.org/browse/LQ-208"',
        'result #2 "created"',
      ],
    },
  ),
  madeUp('measure', 'results that show everything again', [], {
    left: [
      'call #1 Grep {"pattern":"renew"}',
      'result #1 "src/lease/renewer.ts:12 MAX_RENEWALS"',
      'call #2 read src/lease/renewer.ts',
      'result #2 "const MAX_RENEWALS = 5;"',
    ],
    summary: 'We looked at renewals.',
    after: [
      'call #3 Grep {"pattern":"renew"}',
      'result #3 "src/lease/renewer.ts:12:const MAX_RENEWALS=5;"',
      'call #4 edit {"file_path":"src/lease/renewer.ts","old_string":"x","new_string":"MAX_RENEWALS"}',
      'result #4 "done"',
    ],
  }),
  madeUp(
    'measure',
    'a test to run alone',
    ['pytest tests/lease/test_handover.py -k two_nodes', 'tests/lease/test_handover.py'],
    {
      left: [
        'call #1 bash "pytest tests/lease/test_handover.py -k two_nodes 2>&1 | tail -20"',
        'result #1 "1 failed"',
        'assistant "It fails only with two nodes."',
      ],
      summary: 'One test of the handover fails, with two nodes.',
      after: [
        'assistant "I run it again."',
        'call #2 bash "pytest tests/lease/test_handover.py -k two_nodes"',
        'result #2 "1 passed"',
      ],
    },
  ),
  madeUp('measure', 'names in prose and names in code', ['LeaseLedger'], {
    left: [
      'assistant "The fault is in `LeaseLedger`: it forgets the epoch."',
      'call #1 read src/ledger.ts',
      'result #1 "class LeaseLedger { private epochOf = new Map(); const rowCount = 3; }"',
    ],
    summary: 'The ledger forgets the epoch.',
    after: [
      'call #2 edit {"file_path":"src/x.ts","old_string":"a","new_string":"const rowCount = epochOf.get(LeaseLedger)"}',
      'result #2 "done"',
    ],
  }),
  madeUp('measure', 'a server and its error', ['10.4.0.17:9443', 'E_LEASE_LOST'], {
    left: [
      'user "The node at 10.4.0.17:9443 answers with E_LEASE_LOST every 30s."',
      'call #1 bash "curl -sk https://10.4.0.17:9443/health"',
      'result #1 "503"',
    ],
    summary: 'One node loses its lease again and again.',
    after: [
      'user "Is it better now?"',
      'call #2 bash "curl -sk https://10.4.0.17:9443/leases | grep E_LEASE_LOST"',
      'result #2 "none"',
    ],
  }),
  madeUp('measure', 'the user says it again', [], {
    left: ['user "Use the seed SOAK_SEED=20260811 and the file test/soak/handover.soak.ts."', 'assistant "I do."'],
    summary: 'The user gave a seed and a file for the soak test.',
    after: [
      'user "Again: SOAK_SEED=20260811, test/soak/handover.soak.ts."',
      'call #1 bash "SOAK_SEED=20260811 npx vitest run test/soak/handover.soak.ts"',
      'result #1 "ok"',
    ],
  }),
];

function madeUp(set: LabelSet, name: string, labels: readonly string[], session: Session): LabelledBoundary {
  return { name, set, source: { type: 'made-up', ...session }, labels };
}
