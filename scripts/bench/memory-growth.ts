import { playground } from '../../lib/policies/presets/playground';
import { playgroundMemory } from '../../lib/policies/presets/playground-memory';
import type { Policy } from '../../lib/policies/shape/policy';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { assumed } from '../../lib/summarizers/assumed';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import type { Measurement } from './measurement';

const SHORT = 250;
const LONG = 1_000;
const TIMES = 5;

const TOPICS = [
  'parser',
  'scheduler',
  'invoice',
  'gateway',
  'archive',
  'importer',
  'ledger',
  'mailer',
  'cache',
  'router',
];

/** Every other call ends a turn; every tenth prompt says something worth keeping. */
function session(calls: number): string {
  const turns = Array.from({ length: calls / 2 }, (_, turn) => {
    const topic = `${TOPICS[turn % TOPICS.length]} ${Math.floor(turn / TOPICS.length)}`;
    const said =
      turn % 10 === 0
        ? `Never change the ${topic} without asking me first, because it is audited.`
        : `Please look at the ${topic} once more.`;
    return `---\nuser "${said}"\ncall #${turn} read src/${turn}.ts\n---\nresult #${turn} 300 tokens\nassistant "The ${topic} is fine."`;
  });
  return ['clock 2026-01-05T09:00:00Z', ...turns].join('\n');
}

function msPerCall(calls: number, policy: Policy): number {
  const material = replayMaterial(transcriptFromText(session(calls)));
  let fastest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time++) {
    const before = process.cpuUsage();
    replay(material, policy, assumed(300));
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest / calls;
}

/** A replay with memory must stay as fast for each call, however long the session is. */
export function memoryGrowth(): readonly Measurement[] {
  msPerCall(SHORT, playgroundMemory);
  const [short, long] = [msPerCall(SHORT, playgroundMemory), msPerCall(LONG, playgroundMemory)];
  return [
    {
      name: `replay with memory: a call of ${LONG}`,
      value: long / short,
      unit: `× one of ${SHORT}`,
      limit: 2,
    },
    { name: `replay with memory: a call of ${LONG}`, value: long, unit: 'ms', limit: null },
    { name: `the same without memory`, value: msPerCall(LONG, playground), unit: 'ms', limit: null },
  ];
}
