import type { Random } from './random';

export type TextKind = 'prose' | 'code' | 'json';

const BYTES_PER_TOKEN: Record<TextKind, number> = { prose: 3.6, code: 3.1, json: 2.6 };
const LARGEST_NOISE = 0.05;

/** What a tokenizer would roughly have made of it. The noise differs per part, as it does between real texts. */
export function modelTokens(text: string, kind: TextKind, random: Random): number {
  if (text === '') return 0;
  const noise = 1 + (random.fraction() * 2 - 1) * LARGEST_NOISE;
  return Math.max(1, Math.round((Buffer.byteLength(text) / BYTES_PER_TOKEN[kind]) * noise));
}

export function modelImageTokens(width: number, height: number): number {
  return Math.ceil((width * height) / 750);
}

/** The agent's own estimate for what was added since the last response; it decides with this when to compact. */
export function agentEstimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

export const AGENT_IMAGE_ESTIMATE = 2000;
