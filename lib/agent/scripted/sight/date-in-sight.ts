import type { VisibleContext } from './sight';

/** In the words of the system prompt, of the user context, and of the reminder on a new day: other dates are data. */
const NAMED = /^(?:- Date: |# Date\n|The date has changed: it is |Today's date is )(\d{4}-\d\d-\d\d)\b/gm;

/** The day that the request says it is, for dates in what is written; 0 if it says none. Later ones correct earlier ones. */
export function dayInSight({ system, messages }: Pick<VisibleContext, 'system' | 'messages'>): number {
  const injected = messages.flatMap(({ kind, parts }) =>
    parts.flatMap((part) => (kind === 'injected' && part.kind === 'text' ? [part.text] : [])),
  );
  const [, day] = [system, ...injected].flatMap((text) => [...text.matchAll(NAMED)]).at(-1) ?? [];
  return day === undefined ? 0 : Date.parse(`${day}T12:00:00Z`) || 0;
}
