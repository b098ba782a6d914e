const SCRATCH = /<(analysis|scratch)>.*?(?:<\/\1>|$)/gis;
const SUMMARY = /<summary>(.*?)(?:<\/summary>|$)/is;

/**
 * [F3] A summary without what the model wrote down to find it.
 *
 *   <analysis>first, …</analysis>
 *   <summary>1. The intent: …</summary>     ──▶     1. The intent: …
 *
 * A scratch part that was cut off in the middle is all that there is: nothing is left.
 */
export function withoutScratch(text: string): string {
  const rest = text.replace(SCRATCH, '');
  return (SUMMARY.exec(rest)?.[1] ?? rest).trim();
}
