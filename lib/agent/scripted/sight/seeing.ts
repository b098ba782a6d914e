import { call, type Move, type PlannedCall, read } from './move';
import { hasFailed } from './seen-files';
import { type VisibleContext, wasRead } from './sight';
import { pathOf, plainPath, type ToolUse, textOf } from './tool-uses';

/** Lines of a stored result to read at once: more would be stored again. */
const LINES_AT_ONCE = 60;

/** Reads the files that are not in sight, if available; undefined if all are. */
export function toSee(sight: VisibleContext, why: string, ...paths: readonly string[]): Move | undefined {
  const missing = paths.filter((path) => !isVisible(sight, path) && !cannotBeHad(sight, path));
  const rest = missing.map((path) => restOfStored(sight, newest(sight, 'Read', path)) ?? read(path));
  return rest.length === 0 ? undefined : call(`${why}${missing.map((path) => again(sight, path)).join('')}`, ...rest);
}

/** The visible output of a call, including that of a failed command. */
export function outputOf({ files }: VisibleContext, { result }: ToolUse): string | undefined {
  if (result?.state === 'stored') return files.get(result.path)?.text ?? result.beginning;
  return result?.state === 'whole' ? result.text : undefined;
}

/** What is in sight of a file, also if its text was stored and read from there: with line numbers twice. */
export function seenText(sight: VisibleContext, path: string): string | undefined {
  const known = sight.files.get(plainPath(path))?.text;
  const use = known === undefined ? newest(sight, 'Read', path) : undefined;
  if (use?.result?.state !== 'stored') return known;
  return outputOf(sight, use)?.replace(/^[ \t]*\d{1,7}[\t→]/gm, '');
}

/** The next part of a stored result, until all of it has been read. */
export function restOfStored({ files, uses }: VisibleContext, use: ToolUse | undefined): PlannedCall | undefined {
  if (use?.result?.state !== 'stored') return undefined;
  const { path, characters } = use.result;
  const parts = uses.filter((each) => each.name === 'Read' && pathOf(each) === path);
  const seen = files.get(path)?.text ?? '';
  const isAtEnd = parts.some((part) => textOf(part) === undefined) || seen.length + 1 >= characters;
  if (isAtEnd) return undefined;
  return read(path, { offset: seen === '' ? 1 : seen.split('\n').length + 1, limit: LINES_AT_ONCE });
}

export function isVisible({ files }: VisibleContext, path: string): boolean {
  return files.get(plainPath(path))?.isWhole === true;
}

/** It was tried: it does not exist, is not text, or the stored part was read to its end. */
function cannotBeHad(sight: VisibleContext, path: string): boolean {
  const use = newest(sight, 'Read', path);
  if (use === undefined || use.result?.state === 'cleared') return false;
  return hasFailed(use) || (use.result?.state === 'stored' && restOfStored(sight, use) === undefined);
}

export function newest({ uses }: VisibleContext, name: string, path: string): ToolUse | undefined {
  return uses.findLast((use) => use.name === name && pathOf(use) === plainPath(path));
}

function again(sight: VisibleContext, path: string): string {
  switch (wasRead(sight, path)) {
    case 'never':
      return '';
    case 'cleared':
      return newest(sight, 'Read', path)?.result?.state === 'stored'
        ? ` ${path} was too long for the context, so I'll read the stored copy.`
        : ` ${path} is no longer in my context, so I'll read it again.`;
    case 'summarised':
      return ` The summary mentions ${path}, but its text is not in my context, so I'll read it.`;
  }
}
