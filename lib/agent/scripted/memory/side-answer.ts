import type { JsonObject } from '../../../base/json';
import { selectOffline } from '../../../memory/recall/selection';
import { readSelectorRequest } from '../../../memory/recall/selector-request';
import { objectsIn } from '../../../prompts/mended-turns';
import { type Answer, end } from '../sight/move';
import { dreamAnswer } from './dream-answer';
import { extractionAnswer } from './extraction-answer';

/** The answer to a request that is not the agent's own turn, but one about its memory; undefined if it is another. */
export function sideAnswer(body: JsonObject): Answer | undefined {
  const asked = readSelectorRequest(body);
  if (asked !== undefined) return end(JSON.stringify(selectOffline(asked).map(({ file }) => file)));
  const answer = extractionAnswer(body) ?? dreamAnswer(body);
  const missing = answer?.calls.find(({ name }) => !isOffered(name, body));
  return missing === undefined ? answer : end(`Nothing was saved: the tool ${missing.name} is turned off.`);
}

/** Without a list of tools, all of them are. */
export function isOffered(name: string, { tools }: JsonObject): boolean {
  return tools === undefined || objectsIn(tools).some((tool) => tool.name === name);
}
