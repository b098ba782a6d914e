import { parseArgs } from 'node:util';
import { accidents } from './behaviour';
import { StandIn } from './stand-in';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4818' },
    'delta-ms': { type: 'string', default: '0' },
    accidents: { type: 'string', default: '0' },
    seed: { type: 'string' },
    'end-batches': { type: 'boolean', default: false },
  },
});

const share = Number(values.accidents);
const seed = Number(values.seed ?? Date.now() % 100_000);
const standIn = await StandIn.start({
  port: Number(values.port),
  deltaMs: Number(values['delta-ms']),
  endsBatches: values['end-batches'],
  ...(share > 0 ? { accident: accidents(seed, share) } : {}),
});
if (share > 0) console.log(`Accidents in ${share * 100} % of the requests, with the seed ${seed}.`);
console.log(`The stand-in of the Messages API and of Chat Completions listens on ${standIn.address}. Keys begin with "stand-in-". For the app:
ANTHROPIC_BASE_URL=${standIn.address} ANTHROPIC_API_KEY=stand-in-demo \\
OPENAI_BASE_URL=${standIn.chatAddress()} OPENAI_API_KEY=stand-in-demo npm start`);
