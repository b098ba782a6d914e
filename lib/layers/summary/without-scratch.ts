const SCRATCH = scratchOf('analysis|scratch');
const SUMMARY = /<summary>(.*?)(?:<\/summary>|$)/is;

/**
 * [F3] Removes the scratch part from a summary.
 *
 *   <analysis>first, …</analysis>
 *   <summary>1. The intent: …</summary>     ──▶     1. The intent: …
 *
 * If the answer ends within the scratch part, nothing is left. A custom prompt may use another tag.
 */
export function withoutScratch(text: string, tag?: string): string {
  if (!text.includes('<')) return text.trim();
  const usual = text.replace(SCRATCH, '');
  const rest = tag === undefined ? usual : usual.replace(scratchOf(tag), '');
  return (SUMMARY.exec(rest)?.[1] ?? rest).trim();
}

function scratchOf(tags: string): RegExp {
  return new RegExp(`<(${tags})>.*?(?:</\\1>|$)`, 'gis');
}
