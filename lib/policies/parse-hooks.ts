import * as v from 'valibot';
import { optional } from '../base/optional';
import { exactObject, listOf, oneOf, text } from '../base/schema';
import type { CompactionHooks } from '../layers/shape/layer';
import type { Policy } from './shape/policy';

export const MAX_HOOK_CHARACTERS = 20_000;
const MAX_RESULTS = 20;

const words = v.pipe(
  text,
  v.maxLength(MAX_HOOK_CHARACTERS, `must be a text of at most ${MAX_HOOK_CHARACTERS} characters`),
);

export const hooksSchema = v.pipe(
  exactObject({
    when: v.exactOptional(oneOf(['manual', 'auto'])),
    instructions: v.exactOptional(words, ''),
    blocks: v.exactOptional(words, ''),
    results: v.exactOptional(
      v.pipe(listOf(words), v.maxLength(MAX_RESULTS, `must have at most ${MAX_RESULTS} results`)),
    ),
  }),
  v.transform(({ when, instructions, blocks, results }) => ({
    ...optional('when', when),
    ...optional('instructions', said(instructions)),
    ...optional('blocks', said(blocks)),
    ...optional('results', results),
  })),
);

function said(given: string): string | undefined {
  return given.trim() === '' ? undefined : given;
}

/** [F1] Omits empty texts: an empty reason would block every compaction. */
export function withHooks(
  policy: Policy,
  { when, instructions = '', blocks = '', results = [] }: CompactionHooks,
): Policy {
  const { hooks: _, ...rest } = policy;
  const said = results.filter((text) => text.trim() !== '');
  const hooks: CompactionHooks = {
    ...optional('when', when),
    ...(instructions.trim() === '' ? {} : { instructions }),
    ...(blocks.trim() === '' ? {} : { blocks }),
    ...(said.length === 0 ? {} : { results: said }),
  };
  return Object.keys(hooks).length === 0 ? rest : { ...rest, hooks };
}
