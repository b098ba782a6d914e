import type { JsonObject } from '../../lib/base/json';
import { allBlocks, type Block } from './api-request';

const PER_IMAGE = 1_600;
const PER_BLOCK = 4;

/** The stand-in's own rough count: four bytes are a token, an image is 1,600, and each block costs 4 more. */
export function roughTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

export function blockTokens({ type, value }: Block): number {
  const { cache_control: _, ...counted } = value;
  if (type === 'image') return PER_BLOCK + PER_IMAGE;
  if (type === 'text' && typeof value.text === 'string') return PER_BLOCK + roughTokens(value.text);
  return PER_BLOCK + roughTokens(JSON.stringify(counted));
}

export function requestTokens(body: JsonObject): number {
  return allBlocks(body).reduce((sum, block) => sum + blockTokens(block), 0);
}
