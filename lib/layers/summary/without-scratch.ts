const SCRATCH = scratchOf('analysis|scratch');
const SUMMARY = /<summary>(.*?)(?:<\/summary>|$)/is;

/**
 * [F3] A summary without what the model wrote down to find it.
 *
 *   <analysis>first, …</analysis>
 *   <summary>1. The intent: …</summary>     ──▶     1. The intent: …
 *
 * A scratch part that was cut off in the middle is all that there is: nothing is left. A prompt of the user's may have named
 * it by another tag.
 */
export function withoutScratch(text: string, tag?: string): string {
  const usual = text.replace(SCRATCH, '');
  const rest = tag === undefined ? usual : usual.replace(scratchOf(tag), '');
  return (SUMMARY.exec(rest)?.[1] ?? rest).trim();
}

function scratchOf(tags: string): RegExp {
  return new RegExp(`<(${tags})>.*?(?:</\\1>|$)`, 'gis');
}
