import { type ComparedDialogue, compareDialogue } from '../../lib/memory/calibration/compare-dialogue';
import { madeUpDialogues } from './made-up-dialogues';
import type { BenchOptions, Measurement } from './measurement';
import { memoryGrowth } from './memory-growth';

/** What the extraction by rules finds, misses and wrongly keeps of facts planted in dialogues of our own. */
export async function memory({ isDetailed = false }: BenchOptions): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [set, dialogues] of Object.entries(madeUpDialogues())) {
    const compared = dialogues.map(compareDialogue);
    if (isDetailed) for (const each of compared) print(set, each);
    const count = (key: 'found' | 'missed' | 'wronglyKept' | 'otherType') =>
      compared.reduce((sum, each) => sum + each[key].length, 0);
    const planted = count('found') + count('missed');
    const where = `of memories, dialogues ${set === 'tuned' ? 'tuned on' : 'only measured'}: ${dialogues.length}`;
    measurements.push(
      { name: `found ${where}`, value: count('found'), unit: `of ${planted}`, limit: null },
      { name: `missed ${where}`, value: count('missed'), unit: `of ${planted}`, limit: null },
      { name: `wrongly kept ${where}`, value: count('wronglyKept'), unit: 'memories', limit: null },
      { name: `of another type ${where}`, value: count('otherType'), unit: 'memories', limit: null },
    );
  }
  return [...measurements, ...memoryGrowth()];
}

function print(set: string, { title, missed, wronglyKept, otherType }: ComparedDialogue): void {
  if (missed.length + wronglyKept.length + otherType.length === 0) return;
  process.stdout.write(`${set} ${title}\n`);
  for (const text of missed) process.stdout.write(`    missed ${text}\n`);
  for (const text of wronglyKept) process.stdout.write(`    wrong  ${text}\n`);
  for (const text of otherType) process.stdout.write(`    type   ${text}\n`);
}
