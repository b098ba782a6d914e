import type { Role } from '../../transcript/transcript';
import { type LineFate, lineFates } from '../messages/fate-history';
import { type LineFilter, noFilter } from '../messages/line-filter';
import type { Filters } from './view-link';

const roles: Readonly<Record<Role, true>> = { system: true, user: true, assistant: true, tool: true };

/** Message filters in a link: words separated by commas. Undefined if empty. */
export function linkedFilters({ fates, roles, tools, search }: LineFilter) {
  return { fate: wordsText(fates), role: wordsText(roles), tool: wordsText(tools), search };
}

/** Unknown words are dropped; tools can have any name. */
export function filterOfLink({ fate, role, tool, search = '' }: Filters): LineFilter {
  const filter = {
    ...noFilter,
    fates: new Set(wordsOf(fate).filter((word): word is LineFate => Object.hasOwn(lineFates, word))),
    roles: new Set(wordsOf(role).filter((word): word is Role => Object.hasOwn(roles, word))),
    tools: new Set(wordsOf(tool)),
    search,
  };
  const isNone = filter.fates.size + filter.roles.size + filter.tools.size === 0 && search === '';
  return isNone ? noFilter : filter;
}

/** Tool names may contain anything, including a comma. */
function wordsText(words: ReadonlySet<string>): string {
  return [...words].map((word) => word.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
}

function wordsOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return text.split(',').map((word) => word.replaceAll('%2C', ',').replaceAll('%25', '%'));
}
