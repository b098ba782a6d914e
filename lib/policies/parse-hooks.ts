import type { Json } from '../base/json';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import type { CompactionHooks } from '../layers/shape/layer';
import { fieldsOf, listOf, textOf } from './shape/fields-of';
import type { Policy } from './shape/policy';

const MOST_CHARACTERS = 20_000;
const MOST_RESULTS = 20;

export function parseHooks(json: Json): Result<CompactionHooks> {
  const fields = fieldsOf(json, ['instructions', 'blocks', 'results']);
  if (!fields.ok) return fail(`in "hooks": ${fields.error}`);
  const { instructions, blocks, results } = fields.value;
  const words = shortText(instructions, 'instructions');
  if (!words.ok) return words;
  const why = shortText(blocks, 'blocks');
  if (!why.ok) return why;
  const said = results === undefined ? ok(undefined) : listOf(results, 'results', hookResult);
  if (!said.ok) return fail(`in "hooks": ${said.error}`);
  if ((said.value?.length ?? 0) > MOST_RESULTS) return fail(`in "hooks": at most ${MOST_RESULTS} results are allowed`);
  return ok({
    ...optional('instructions', words.value),
    ...optional('blocks', why.value),
    ...optional('results', said.value),
  });
}

/** [F1] What says nothing is left out: an empty reason would block every compaction. */
export function withHooks(policy: Policy, { instructions = '', blocks = '', results = [] }: CompactionHooks): Policy {
  const { hooks: _, ...rest } = policy;
  const said = results.filter((text) => text.trim() !== '');
  const hooks: CompactionHooks = {
    ...(instructions.trim() === '' ? {} : { instructions }),
    ...(blocks.trim() === '' ? {} : { blocks }),
    ...(said.length === 0 ? {} : { results: said }),
  };
  return Object.keys(hooks).length === 0 ? rest : { ...rest, hooks };
}

function hookResult(json: Json): Result<string> {
  const text = textOf(json, 'result');
  return text.ok && text.value.length > MOST_CHARACTERS ? fail(`it has more than ${MOST_CHARACTERS} characters`) : text;
}

function shortText(json: Json | undefined, name: string): Result<string | undefined> {
  const text = json === undefined ? ok('') : textOf(json, name);
  if (!text.ok) return fail(`in "hooks": ${text.error}`);
  if (text.value.trim() === '') return ok(undefined);
  return text.value.length <= MOST_CHARACTERS
    ? text
    : fail(`in "hooks": "${name}" has more than ${MOST_CHARACTERS} characters`);
}
