import type { TextRange } from '../text/text-range';
import type { FileAction } from './file-fates';

const READ =
  /\b(?:read|viewed|inspected|examined|reviewed|opened|looked (?:at|into|through)|consulted|studied)\b|读取|读了|查看|阅读|読ん|確認した|읽/gi;
const CHANGED =
  /\b(?:changed|modified|edited|updated|rewritten|rewrote|patched|refactored|extended|adjusted|created|added|wrote|written|introduced)\b|修改了|已修改|更新了|编辑了|创建|新增|新建|変更した|修正した|更新した|編集した|作成した|追加した|수정|생성/gi;
/** Before a verb they make it a wish, a ban or a negation. */
const NOT_DONE =
  /(?:\b(?:not|never|without|to be|must be|should be|will be|can be|may be|cannot be|needs?|un)|n[’']t(?: be)?|未|没有?|不)\s*(?:yet\s+)?$/i;
const LONGEST_LINE = 500;

/**
 * [K3] Whether the lines that name a file misstate what was done to it: that it was changed when it was only read, or
 * only read when it was changed. Lines that say nothing about it claim nothing.
 */
export function wrongClaim(text: string, ranges: readonly TextRange[], deed: FileAction): TextRange | undefined {
  const wasTouched = deed !== 'read';
  let wrong: TextRange | undefined;
  for (const range of ranges) {
    const claims = claimsAt(text, range);
    if (wasTouched ? claims.changed : claims.read) return undefined;
    if (wasTouched ? claims.read : claims.changed) wrong ??= range;
  }
  return wrong;
}

const CLAUSE_ENDS = /[,;，；、]|\b(?:and|but|then)\b/g;
const FILE = /[\w-]\.[a-z]\w{0,4}\b|\w[\\/]\w/i;

/** Looks in its own clause and those without a file, then in its line, then in the label of its list. */
function claimsAt(text: string, range: TextRange) {
  const line = lineAt(text, range);
  const before = text.slice(line.start, range.start);
  const behind = text.slice(range.end, line.end);
  const clausesBefore = before.split(CLAUSE_ENDS);
  const [ownBehind = '', ...clausesBehind] = behind.split(CLAUSE_ENDS);
  const ownBefore = clausesBefore.pop() ?? '';
  if (isAnyClaimed(claimsIn(ownBefore, ownBehind))) {
    const others = [...clausesBefore, ...clausesBehind].filter((clause) => !FILE.test(clause));
    return claimsIn(ownBefore, ownBehind, ...others);
  }
  const own = claimsIn(before, behind);
  return isAnyClaimed(own) ? own : claimsIn(labelAbove(text, line.start));
}

function isAnyClaimed({ read, changed }: { readonly read: boolean; readonly changed: boolean }): boolean {
  return read || changed;
}

/** The text before and after the path: words within the path claim nothing. */
function claimsIn(...pieces: readonly string[]) {
  const isClaimed = (verb: RegExp) =>
    pieces.some((piece) => [...piece.matchAll(verb)].some(({ index }) => !NOT_DONE.test(piece.slice(0, index))));
  return { read: isClaimed(READ), changed: isClaimed(CHANGED) };
}

function lineAt(text: string, { start, end }: TextRange): TextRange {
  const before = text.slice(Math.max(0, start - LONGEST_LINE), start);
  const behind = text.slice(end, end + LONGEST_LINE).split('\n', 1)[0] ?? '';
  return { start: start - (before.length - before.lastIndexOf('\n') - 1), end: end + behind.length };
}

const LONGEST_LIST = 4_000;

const IN_LIST = /^\s*(?:[-*+•>]|\d+[.)])/;

/** `Files changed:` above a list, skipping other items and empty lines. */
function labelAbove(text: string, lineStart: number): string {
  const isListed = IN_LIST.test(text.slice(lineStart, lineStart + 20));
  const lines = text
    .slice(Math.max(0, lineStart - LONGEST_LIST), lineStart)
    .split('\n')
    .slice(0, -1);
  for (const line of lines.reverse()) {
    if (isListed && line.trim() === '') continue;
    if (line.length > LONGEST_LINE || line.trim() === '') return '';
    if (/[:：]\s*(?!\s)\**\s*$|^\s*#/.test(line)) return line;
    if (!IN_LIST.test(line)) return '';
  }
  return '';
}
