import { queueLog } from '../queue-logs';
import type { Random } from '../random';
import { FACTS } from './facts';

const DAY_MS = Date.UTC(2026, 2, 11, 8, 0, 0);

export function logSlice(random: Random, count: number, inserted: readonly (readonly [number, string])[] = []): string {
  return queueLog(random, count, DAY_MS + random.integer(0, 9 * 3_600_000), new Map(inserted));
}

export function soakRun(runs: number, failedAt?: number) {
  return (random: Random): string => {
    const lines = [`soak: seed ${FACTS.soakSeed}, ${runs} runs, 240 jobs each, config/two-node.json`];
    for (let run = 20; run <= (failedAt ?? runs); run += random.pick([17, 20, 23])) {
      const share = random.integer(42, 58);
      lines.push(
        `run ${String(run).padStart(4)}  ok  ${random.integer(1900, 3300)}ms  acks a=${Math.round(2.4 * share)} b=${240 - Math.round(2.4 * share)}  renewals ${random.integer(310, 470)}  handovers 2`,
      );
    }
    if (failedAt !== undefined) {
      const epoch = random.integer(12, 40);
      lines.push(
        `run ${failedAt}: 1 duplicate ack(s) { job: 'jb_${random.hex(8)}', code: '${FACTS.errorCode}', epochs: [ ${epoch}, ${epoch + 2} ], nodes: [ 'node-a', 'node-b' ] }`,
        `soak: FAILED after ${failedAt} of ${runs} runs`,
      );
    } else lines.push(`soak: ${runs} of ${runs} runs without a duplicate`);
    return lines.join('\n');
  };
}

/** Counters of several runs as a table, made of ranges. */
export function counterTable(
  columns: readonly string[],
  ranges: readonly (readonly [string, number, number])[],
  rows: number,
) {
  return (random: Random): string => {
    const header = [
      'run'.padStart(5),
      ...columns.map((column) => column.padStart(Math.max(12, column.length + 2))),
    ].join('');
    const lines = [header];
    let run = random.integer(1, 9);
    for (let row = 0; row < rows; row++) {
      const cells = ranges.map(([, from, to], index) =>
        String(random.integer(from, to)).padStart(Math.max(12, (columns[index]?.length ?? 0) + 2)),
      );
      lines.push(String(run).padStart(5) + cells.join(''));
      run += random.integer(1, 14);
    }
    return lines.join('\n');
  };
}

export function histogram(unit: string, buckets: readonly (readonly [string, number])[]) {
  return (random: Random): string => {
    const largest = Math.max(...buckets.map(([, count]) => count));
    return buckets
      .map(([label, count]) => {
        const shown = count < 4 ? count : count + random.integer(-2, 2);
        return `${label.padStart(14)} ${unit}  ${String(shown).padStart(7)}  ${'#'.repeat(Math.ceil((count / largest) * 48))}`;
      })
      .join('\n');
  };
}
