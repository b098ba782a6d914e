import { type ComparedDialogue, compareDialogue } from '../../lib/memory/calibration/compare-dialogue';
import { madeUpDialogues } from './made-up-dialogues';
import type { BenchOptions, Measurement } from './measurement';
import { byScript, byStandIn, type ExtractionWay, extractedBy, overHttp } from './memory/ways-of-extraction';
import { memoryGrowth } from './memory-growth';

const ADDRESSES = { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com' };

/**
 * What the extraction finds, misses and wrongly keeps of facts planted in dialogues of our own: by the rules alone, and in
 * real runs. With ANTHROPIC_API_KEY and HIGHWATER_MEMORY_MODEL a model extracts, too, which is paid.
 */
export async function memory({ isDetailed = false, isQuick = false }: BenchOptions): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [set, dialogues] of Object.entries(madeUpDialogues())) {
    measurements.push(...figures(set, 'by rules', dialogues.map(compareDialogue), isDetailed));
  }
  const { ANTHROPIC_API_KEY: key, HIGHWATER_MEMORY_MODEL: paid } = process.env;
  const ways: ExtractionWay[] = [byScript, await byStandIn('claude-opus-5-5'), await byStandIn('chat/gpt-5.4-mini')];
  if (key !== undefined && paid !== undefined) ways.push(overHttp(paid, ADDRESSES, () => key));
  for (const way of isQuick ? ways.slice(0, 1) : ways) {
    for (const [set, dialogues] of Object.entries(madeUpDialogues())) {
      const extracted = await extractedBy(way, dialogues);
      const requests = extracted.reduce((sum, each) => sum + each.requests, 0);
      measurements.push(...figures(set, way.name, extracted, isDetailed), {
        name: `requests ${where(set, way.name, extracted)}`,
        value: requests,
        unit: 'requests',
        limit: null,
      });
    }
  }
  for (const way of ways) await way.close?.();
  return [...measurements, ...memoryGrowth()];
}

function figures(
  set: string,
  how: string,
  compared: readonly ComparedDialogue[],
  isDetailed: boolean,
): readonly Measurement[] {
  if (isDetailed) for (const each of compared) print(`${set}, ${how}:`, each);
  const count = (key: 'found' | 'missed' | 'wronglyKept' | 'otherType') =>
    compared.reduce((sum, each) => sum + each[key].length, 0);
  const planted = count('found') + count('missed');
  const which = where(set, how, compared);
  return [
    { name: `found ${which}`, value: count('found'), unit: `of ${planted}`, limit: null },
    { name: `missed ${which}`, value: count('missed'), unit: `of ${planted}`, limit: null },
    { name: `wrongly kept ${which}`, value: count('wronglyKept'), unit: 'memories', limit: null },
    { name: `of another type ${which}`, value: count('otherType'), unit: 'memories', limit: null },
  ];
}

function where(set: string, how: string, compared: readonly ComparedDialogue[]): string {
  return `in ${compared.length} dialogues ${set === 'tuned' ? 'tuned on' : 'only measured'}, ${how}`;
}

function print(set: string, { title, missed, wronglyKept, otherType }: ComparedDialogue): void {
  if (missed.length + wronglyKept.length + otherType.length === 0) return;
  process.stdout.write(`${set} ${title}\n`);
  for (const text of missed) process.stdout.write(`    missed ${text}\n`);
  for (const text of wronglyKept) process.stdout.write(`    wrong  ${text}\n`);
  for (const text of otherType) process.stdout.write(`    type   ${text}\n`);
}
