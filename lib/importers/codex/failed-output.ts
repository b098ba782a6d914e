import { asNumber, asObject, parseJson } from '../../base/json';
import type { Part } from '../../transcript/transcript';

const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d+)/m;
const LONGEST_HEADER = 600;

/** A command's exit code is only in the header of its output, or, in old versions, in JSON around it. */
export function withExitCode(part: Part): Part {
  if (part.kind !== 'tool-result' || part.isError) return part;
  const first = part.parts[0];
  if (first?.kind !== 'text') return part;
  return exitCode(first.text) === 0 ? part : { ...part, isError: true };
}

function exitCode(text: string): number {
  if (text.startsWith('{"output"')) {
    const parsed = parseJson(text);
    const metadata = parsed.ok ? asObject(asObject(parsed.value)?.metadata) : undefined;
    return asNumber(metadata?.exit_code) ?? 0;
  }
  const header = text.slice(0, LONGEST_HEADER).split('\nOutput:', 1)[0] ?? '';
  return Number(EXIT_CODE.exec(header)?.[1] ?? 0);
}
