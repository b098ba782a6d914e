import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoryRun, said } from '../../lib/agent/host/memory-run.test-support';
import { ScriptedRun, sampleFiles } from '../../lib/agent/scripted/scripted-run.test-support';
import { playground } from '../../lib/policies/presets/playground';
import type { BenchOptions, Measurement } from './measurement';

/** A run of the scripted model, in steps of a hundred calls: how much more a long run takes than a short one. */
export async function liveRunGrowth({ isQuick }: BenchOptions): Promise<Measurement[]> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const heapBytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const scripted = new ScriptedRun(playground);
  await scripted.turn('Fix the failing tests');
  const mostCalls = isQuick ? 500 : 1_000;
  const hundreds: Hundred[] = [];
  while (scripted.run.calls.length < mostCalls) {
    const end = scripted.run.calls.length + 100;
    const [startMs, startBytes] = [cpuMs(), heapBytes()];
    while (scripted.run.calls.length < end) {
      if (scripted.run.need.type === 'prompt') await scripted.turn('Review every file', 1);
      await scripted.goOn(end - scripted.run.calls.length);
    }
    scripted.requests.length = 0;
    hundreds.push({ ms: cpuMs() - startMs, bytes: heapBytes() - startBytes });
  }
  return [
    ...growthOf(`live run of ${mostCalls} calls`, hundreds),
    ...growthOf(`live run with memory, ${mostCalls} turns`, await turnsWithMemory(mostCalls, heapBytes)),
  ];
}

interface Hundred {
  readonly ms: number;
  readonly bytes: number;
}

/** [A7] [R1] Each turn chooses memories, and ends with an extraction; every tenth one saves something. */
async function turnsWithMemory(turns: number, heapBytes: () => number): Promise<readonly Hundred[]> {
  const run = memoryRun({ files: sampleFiles(), keepsEntries: false });
  const hundreds: Hundred[] = [];
  for (let turn = 0; turn < turns; ) {
    const [startMs, startBytes] = [cpuMs(), heapBytes()];
    for (const end = turn + 100; turn < end; turn++) {
      const rule = turn % 10 === 0 ? `Never change table ${turn} by hand, because release ${turn} is signed.` : '';
      await said(run, `List all files. ${rule}`);
      run.asked.length = 0;
    }
    hundreds.push({ ms: cpuMs() - startMs, bytes: heapBytes() - startBytes });
  }
  return hundreds;
}

function growthOf(name: string, [first, second, ...others]: readonly Hundred[]): readonly Measurement[] {
  const last = others.at(-1);
  if (first === undefined || second === undefined || last === undefined) throw new Error('The run is too short');
  const bytes = others.reduce((sum, hundred) => sum + hundred.bytes, 0) / others.length;
  return [
    {
      name: `${name}: the last hundred`,
      value: last.ms / Math.max(first.ms, second.ms),
      unit: '× the first',
      limit: 1.5,
    },
    { name: `${name}: heap for a hundred, on average`, value: bytes / 1_000_000, unit: 'MB', limit: null },
  ];
}

/** CPU time of this process: the load of the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
