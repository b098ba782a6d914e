import { asObject, type Json } from '../../base/json';
import { openaiUsage } from '../../importers/openai/usage';
import type { Usage } from '../../transcript/transcript';
import { inputSide, isPlausibleSize } from '../../transcript/usage';

/**
 * What a server of Chat Completions says of usage. Undefined if it says nothing yet; damaged if a number is missing, is
 * none, is negative, has a fraction or is absurd.
 */
export function reportedChatUsage(value: Json | undefined): Usage | 'damaged' | undefined {
  if (value === undefined || value === null) return undefined;
  const given = asObject(value);
  const counts = [given, ...Object.values(given ?? {}).map(asObject)].flatMap(countsIn);
  if (given === undefined || !counts.every(isCount)) return 'damaged';
  if (counts.every((each) => each === 0)) return undefined;
  const usage = openaiUsage(given);
  const hasOutput = typeof (given.output_tokens ?? given.completion_tokens) === 'number';
  return usage === undefined || !hasOutput || inputSide(usage) === 0 ? 'damaged' : usage;
}

function countsIn(given: ReturnType<typeof asObject>): readonly Json[] {
  const counts = Object.entries(given ?? {}).filter(([name]) => name.endsWith('_tokens'));
  return counts.flatMap(([, value]) => value ?? []);
}

function isCount(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && isPlausibleSize(value);
}
