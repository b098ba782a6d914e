import { asObject, asText, type JsonObject } from '../../../lib/base/json';
import { allBlocks, type Block, blocksOf } from '../api-request';
import { choiceProblems, fieldProblems, type Problems } from './check-fields';

const MAX_BREAKPOINTS = 4;

export function* cacheControlProblems(body: JsonObject): Problems {
  const marked = withInner(allBlocks(body)).filter(
    ({ value }) => value.cache_control !== undefined && value.cache_control !== null,
  );
  const own = body.cache_control === undefined || body.cache_control === null ? [] : [body.cache_control];
  let shortSeen = false;
  for (const { path, type, value } of marked) {
    const at = `${path}.cache_control`;
    const control = asObject(value.cache_control) ?? {};
    yield* fieldProblems(at, control, ['type'], ['ttl']);
    yield* choiceProblems(`${at}.type`, control.type, ['ephemeral']);
    yield* choiceProblems(`${at}.ttl`, control.ttl, ['5m', '1h']);
    if (type === 'text' && value.text === '') yield `${path}.text: cache_control cannot be set for empty text blocks`;
    if (control.ttl === '1h' && shortSeen) {
      yield `${at}.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`;
    }
    shortSeen ||= control.ttl !== '1h';
  }
  const found = marked.length + own.length;
  if (found > MAX_BREAKPOINTS) {
    yield `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${found}.`;
  }
}

/** Blocks inside a result may have a mark too. */
function withInner(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) =>
    block.type === 'tool_result' && asText(block.value.content) === undefined
      ? [...blocksOf(block.value.content, `${block.path}.content`), block]
      : [block],
  );
}
