import type { FuzzInput } from './fuzz-case';

/** Without all lines that the failure does not need. What is good in a damaged file is known of the whole file alone. */
export async function shortened(input: FuzzInput, fails: (input: FuzzInput) => Promise<boolean>): Promise<FuzzInput> {
  let lines = linesOf(input);
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < lines.length; ) {
      const fewer = lines.toSpliced(at, size);
      if (fewer.length > 0 && (await fails(withLines(input, fewer)))) lines = fewer;
      else at += size;
    }
  }
  return withLines(input, lines);
}

/** One character for each byte, so that broken bytes stay as they are. */
function linesOf(input: FuzzInput): readonly string[] {
  return (input.type === 'text' ? input.text : Buffer.from(input.bytes).toString('latin1')).split('\n');
}

function withLines(input: FuzzInput, lines: readonly string[]): FuzzInput {
  const text = lines.join('\n');
  return input.type === 'text' ? { ...input, text } : { ...input, bytes: new Uint8Array(Buffer.from(text, 'latin1')) };
}
