import { toolUse } from '../../transcript/tool-use';
import type { ToolCallPart, ToolResultPart } from '../../transcript/transcript';
import { oneLine } from './quoted';

/** Errors are at the start or the end of an output. */
const LOOKED_AT = 2_000;
const LONGEST_LINE = 240;

const FAILED_OUTPUT =
  /(?:exit(?:ed)?(?: with)?(?: code| status)?|exit_code"?)[:= ]{1,3}[1-9]\d{0,2}\b|^(?:npm ERR!|error(?:\[\w{1,8}\])?:|fatal:|Traceback \(most recent|panic:|FAIL\b|FAILED\b|E {3}\S)|\b\w{1,40}(?:Error|Exception): |: command not found\b|\b[1-9]\d{0,6} (?:failed|failing|errors?)\b/m;
const TELLING_LINE =
  /\b(?:\w*error\w*|fail(?:ed|ure|ing)?|\w*exception|panic(?:ked)?|fatal|cannot|could not|not found|denied|refused|timed out|ERR!)\b/i;

/** The line that states the error; undefined without one. */
export function failureIn(call: ToolCallPart | undefined, result: ToolResultPart): string | undefined {
  const isOutput = call === undefined || ['shell', 'code'].includes(toolUse(call));
  if (!result.isError && !isOutput) return undefined;
  const output = ends(result);
  if (!result.isError && !FAILED_OUTPUT.test(output)) return undefined;
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.replace(/^<[\w-]{1,40}>|<\/[\w-]{1,40}>$/g, '').trim())
    .filter((line) => line !== '');
  const telling =
    lines.find((line) => TELLING_LINE.test(line)) ?? lines.find((line) => FAILED_OUTPUT.test(line)) ?? lines[0];
  return telling === undefined ? 'no output' : oneLine(telling, LONGEST_LINE);
}

function ends(result: ToolResultPart): string {
  const texts = result.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const first = texts[0] ?? '';
  const last = texts.at(-1) ?? '';
  if (texts.length === 1 && first.length <= LOOKED_AT * 2) return first;
  return `${first.slice(0, LOOKED_AT)}\n${last.slice(-LOOKED_AT)}`;
}
