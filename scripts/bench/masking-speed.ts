import { hostileTexts } from '../../lib/masking/hostile-texts.test-support';
import { maskText } from '../../lib/masking/mask-text';
import type { BenchOptions, Measurement } from './measurement';

const ROUNDS = 3;

/** The masking of texts made against it, beside a look at each of their characters. */
export async function maskingSpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const ratios = Object.entries(hostileTexts(isQuick ? 500_000 : 2_000_000)).map(([name, text]) => ({
    name,
    value: fastestMs(() => maskText(text)) / fastestMs(() => plainScan(text)),
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
    const startMs = performance.now();
    run();
    return performance.now() - startMs;
  });
  return Math.min(...times);
}

function plainScan(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum + text.charCodeAt(index)) | 0;
  return sum;
}
