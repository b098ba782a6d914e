/** The longest text that is ever kept as one string. Far above it, engines return empty strings instead of failing. */
export const MAX_TEXT_LENGTH = 100_000_000;

export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 10 ? `${megabytes.toFixed(1)} MB` : `${Math.round(megabytes)} MB`;
}

export const TOO_LARGE_ADVICE =
  'Convert it to JSON Lines, with one array element or message per line: such files can be of any size. ' +
  'For an array, run "jq -c .[] in.json > out.jsonl".';
