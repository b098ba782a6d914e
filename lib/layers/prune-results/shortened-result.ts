import { wellFormed } from '../../base/well-formed';
import type { ToolResultPart } from '../../transcript/transcript';
import type { ContextPart } from '../shape/context';
import type { Env } from '../shape/layer';
import { textOfResult } from '../shape/stored-result';
import { charactersOf } from './old-results';

/** [M8] Both ends of a result; undefined if they are not smaller, or if it is more than text. */
export function shortenedResult(
  result: ToolResultPart,
  tokensBefore: number,
  endCharacters: number,
  { counter }: Pick<Env, 'counter'>,
): ContextPart | undefined {
  const characters = charactersOf(result);
  if (characters <= 2 * endCharacters || result.parts.some(({ kind }) => kind !== 'text')) return undefined;
  const text = textOfResult(result);
  const [start, end] = [text.slice(0, endCharacters), text.slice(text.length - endCharacters)];
  // Half of a pair may be left at the cut.
  const shown = wellFormed(`(Tool result of ${characters} characters shortened)\n${start}\n…\n${end}`);
  if (shown.length >= text.length) return undefined;
  const part: ToolResultPart = { ...result, parts: [{ kind: 'text', text: shown }] };
  const tokens = counter.partTokens(part);
  return tokens < tokensBefore ? { part, category: 'tool-results', tokens, state: 'cleared' } : undefined;
}
