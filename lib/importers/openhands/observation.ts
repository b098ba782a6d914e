import { asArray, asNumber, asObject, asText, boundedDepth, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { ResultPart } from '../../transcript/transcript';
import { imageFromUrl } from '../images/image-part';

/** What the model reads of an observation. Of a command, that is also how it ended, and where. */
export function observedParts(type: string, event: JsonObject): ResultPart[] {
  const extras = asObject(event.extras) ?? {};
  const content = asText(asObject(extras.outputs)?.content) ?? asText(event.content) ?? '';
  const text = type === 'run' ? commandText(content, asObject(extras.metadata)) : content;
  const images = (asArray(extras.image_urls) ?? []).flatMap((url) =>
    typeof url === 'string' && url !== '' ? imageFromUrl(url) : [],
  );
  return [...(text === '' ? [] : [{ kind: 'text', text: wellFormed(text) } as const]), ...images];
}

function commandText(content: string, metadata: JsonObject | undefined): string {
  const folder = asText(metadata?.working_dir) ?? '';
  return [
    `${asText(metadata?.prefix) ?? ''}${content}${asText(metadata?.suffix) ?? ''}`,
    ...(folder === '' ? [] : [`[Current working directory: ${folder}]`]),
  ].join('\n');
}

export function hasFailed(type: string, event: JsonObject): boolean {
  const extras = asObject(event.extras);
  const exit = asNumber(asObject(extras?.metadata)?.exit_code) ?? asNumber(extras?.exit_code) ?? 0;
  const isRefused = type === 'error' || type === 'user_rejected';
  return isRefused || event.success === false || exit > 0 || asText(event.content)?.startsWith('ERROR:\n') === true;
}

/** Instructions and facts about the workspace, which a template words. Empty if there are none. */
export function recalledText(event: JsonObject): string {
  const extras = asObject(event.extras) ?? {};
  const keys = ['repo_name', 'repo_directory', 'repo_instructions', 'additional_agent_instructions', 'date'];
  const said = [...keys, 'conversation_instructions'].map((key) => asText(extras[key]) ?? '');
  const hosts = Object.keys(asObject(extras.runtime_hosts) ?? {});
  const knowledge = (asArray(extras.microagent_knowledge) ?? []).map((value) => {
    const known = asObject(value);
    return asText(known?.content) ?? JSON.stringify(boundedDepth(value).value);
  });
  return wellFormed([...said, ...hosts, ...knowledge].filter((text) => text !== '').join('\n'));
}
