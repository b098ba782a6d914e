import { hostileTexts } from '../../lib/masking/hostile-texts.test-support';
import { maskText } from '../../lib/masking/mask-text';
import type { BenchOptions, Measurement } from './measurement';

const ROUNDS = 3;

/** Masking of hostile texts, compared with a plain scan of their characters. */
export async function maskingSpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const size = isQuick ? 500_000 : 2_000_000;
  const plainMs = fastestMs(() => plainScan('The quick brown fox jumps. '.repeat(size / 27)));
  const ratios = Object.entries(hostileTexts(size)).map(([name, text]) => ({
    name,
    value: fastestMs(() => maskText(text)) / plainMs,
  }));
  const slowest = ratios.reduce((worst, one) => (one.value > worst.value ? one : worst));
  return [
    {
      name: `masking: the slowest hostile text, ${slowest.name}`,
      value: slowest.value,
      unit: '× plain scan',
      limit: 150,
    },
  ];
}

function fastestMs(run: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function plainScan(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum + text.charCodeAt(index)) | 0;
  return sum;
}
