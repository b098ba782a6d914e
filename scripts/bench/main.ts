import { parseArgs } from 'node:util';
import { counterAccuracy } from './counter-accuracy';
import { fidelity } from './fidelity';
import { firstLoad } from './first-load';
import { folderSpeed } from './folder/folder-speed';
import { importLarge } from './import-large';
import { liveRunGrowth } from './live-run-growth';
import { maskingSpeed } from './masking-speed';
import type { BenchOptions, Measurement } from './measurement';
import { memory } from './memory';
import { proxySpeed } from './proxy-speed';
import { replaySpeed } from './replay-speed';
import { scale } from './scale';
import { scoreSpeed } from './score-speed';
import { startUp } from './start-up';
import { uiSpeed } from './ui/speed';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    details: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    ui: { type: 'boolean', default: false },
  },
});

const parts = {
  import: importLarge,
  counters: counterAccuracy,
  replay: replaySpeed,
  scores: scoreSpeed,
  fidelity,
  memory,
  masking: maskingSpeed,
  'live-run': liveRunGrowth,
  'first-load': firstLoad,
  'start-up': startUp,
  folder: folderSpeed,
  proxy: proxySpeed,
  scale,
};

const chosen = Object.entries(parts).filter(([name]) => values.only === undefined || name === values.only);
if (!values.ui && chosen.length === 0) throw new Error(`--only takes one of: ${Object.keys(parts).join(', ')}`);

const measurements: Measurement[] = [];
for (const bench of values.ui
  ? [(options: BenchOptions) => uiSpeed(values.only, options)]
  : chosen.map(([, part]) => part))
  measurements.push(...(await bench({ isQuick: values.quick, isDetailed: values.details, savesFigures: values.save })));

if (values.json) process.stdout.write(`${JSON.stringify(measurements)}\n`);
else for (const measurement of measurements) process.stdout.write(`${row(measurement)}\n`);

function row({ name, value, unit, limit }: Measurement): string {
  const verdict = limit === null ? '' : value <= limit ? `within ${limit}` : `OVER ${limit}`;
  return `${name.padEnd(64)} ${value.toFixed(3).padStart(10)} ${unit.padEnd(16)} ${verdict}`;
}
