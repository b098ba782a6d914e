import { expect, it } from 'vitest';
import { maskText } from './mask-text';
import { plantedSecrets } from './planted-secrets.test-support';

/** Wanted of the list: the share found, and of harmless values, those masked. */
const LEAST_RECALL = 0.95;

it('finds the secrets of real tools: the list, with what is missed', () => {
  const missed = plantedSecrets.filter(({ output, secret }) => isLeft(maskText(output).text, secret));
  const recall = 1 - missed.length / plantedSecrets.length;
  console.log(
    `masking: ${plantedSecrets.length - missed.length} of ${plantedSecrets.length} kinds found; ` +
      `missed: ${missed.map(({ kind }) => kind).join(', ') || 'none'}`,
  );
  expect(plantedSecrets.length).toBeGreaterThanOrEqual(114);
  expect(new Set(plantedSecrets.map(({ kind }) => kind)).size).toBe(plantedSecrets.length);
  expect(recall).toBeGreaterThanOrEqual(LEAST_RECALL);
});

/** Any half of it would help whoever finds it. */
function isLeft(text: string, secret: string): boolean {
  const half = Math.ceil(secret.length / 2);
  return [0, secret.length - half].some((from) => text.includes(secret.slice(from, from + half)));
}

/** Values that are no secret, in the places where tools print them: `random` gives the next number below another. */
const harmless: readonly ((random: (below: number) => number) => string)[] = [
  (random) => `commit ${hex(random, 40)}\nAuthor: Me <me@example.com>`,
  (random) => `${hex(random, 64)}  dist/bundle.${hex(random, 8)}.js`,
  (random) => `md5 ${hex(random, 32)} size ${random(1e6)}`,
  (random) => `"id": "${uuid(random)}", "requestId": "${uuid(random)}"`,
  (random) => `trace-${hex(random, 32)}-${hex(random, 16)}-01`,
  (random) => `${base64(random, 88)}==`,
  (random) => `"content": "${base64(random, 40 + random(400))}"`,
  (random) => `integrity: sha512-${base64(random, 86)}==`,
  (random) =>
    `/home/me/project-${hex(random, 6)}/src/${word(random, 12)}/${word(random, 9)}.test.ts:${random(900)}:${random(80)}`,
  (random) =>
    `at ${word(random, 8)} (node_modules/${word(random, 7)}/dist/${base64(random, 8).replace(/[+/]/g, 'x')}.js:${random(99)}:${random(99)})`,
  (random) => `https://cdn.example.com/${hex(random, 20)}/${word(random, 10)}.png?v=${hex(random, 10)}`,
  (random) => `sha256:${hex(random, 64)} image ${word(random, 6)}:${random(20)}.${random(20)}.${random(20)}`,
];

it('leaves hashes, ids, Base64 and paths as they are', () => {
  const random = randomNumbers(20_261_119);
  const values = Array.from({ length: 10_000 }, (_, index) => harmless[index % harmless.length]?.(random) ?? '');
  const masked = values.filter((value) => maskText(value).found.length > 0);
  console.log(`masking: ${masked.length} of ${values.length} harmless values masked`);
  expect(new Set(values).size).toBeGreaterThan(9_990);
  expect(masked.length).toBeLessThanOrEqual(1);
});

type Random = (below: number) => number;

function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function text(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('');
}

const hex = (random: Random, length: number) => text(random, '0123456789abcdef', length);
const word = (random: Random, length: number) => text(random, 'abcdefghijklmnopqrstuvwxyz', length);
const base64 = (random: Random, length: number) =>
  text(random, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/', length);
const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-');
