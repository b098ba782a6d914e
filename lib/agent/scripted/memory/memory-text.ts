import type { Outcome } from '../sight/errand-sight';

/** The text of a file from what reading it gave; empty if it could not be read. */
export function textRead(outcome: Outcome | undefined): string {
  if (outcome === undefined || outcome.failed) return '';
  const lines = outcome.text.split('\n').flatMap((line) => /^[ \t]*\d{1,7}[\t→](.*)$/.exec(line)?.[1] ?? []);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
