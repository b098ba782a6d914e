/** A relative date, and what it means on the day when it was said. */
export interface DatedWords {
  readonly from: string;
  readonly to: string;
}

export interface DatedText {
  readonly text: string;
  readonly changes: readonly DatedWords[];
}

const DAY_MS = 86_400_000;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNT = `(\\d{1,3}|a|an|${NUMBERS.slice(1).join('|')})`;
const BEFORE = '(?:(on|by|until|till|before|after|since|from|starting|of|for) )?';

/** It has a date already, or means every such day. */
const HAS_DATE =
  /^,? \(?(?:the )?(?:\d|January|February|March|April|May|June|July|August|September|October|November|December)/;
const PAST =
  /\b(?:was|were|had|did|has been|have been|\w{3,}ed|went|began|met|said|told|broke|left|lost|sent)\b[^.;]{0,400}$/i;

const RELATIVE = new RegExp(
  `(?<![\\w-])${BEFORE}(?:` +
    [
      '(the day after tomorrow|the day before yesterday|tomorrow|yesterday|today|tonight)',
      `(?:(next|this|last|coming) )?(${DAYS.join('|')})`,
      `(next|this|last) (week|month|quarter|year)`,
      `in ${COUNT} (days?|weeks?)`,
      `${COUNT} (days?|weeks?) ago`,
    ].join('|') +
    ')(?![\\w-])',
  'gi',
);

/** [D3] Relative dates become absolute. What names a day of every week stays, and so does what has a date already. */
export function absoluteDates(text: string, saidMs: number): DatedText {
  if (!(saidMs > 0)) return { text, changes: [] };
  const changes: DatedWords[] = [];
  const dated = text.replace(RELATIVE, (...found: readonly unknown[]) => {
    const groups = found.slice(1, 11).map((each) => (typeof each === 'string' ? each.toLowerCase() : undefined));
    const [whole, at] = [String(found[0]), Number(found[11])];
    const behind = text.slice(at + whole.length);
    if (HAS_DATE.test(behind)) return whole;
    const [before, word, which, day, ofPeriod, period, inCount, inUnit, agoCount, agoUnit] = groups;
    const made =
      word !== undefined
        ? onDay(before, saidMs + (SHIFTS[word] ?? 0) * DAY_MS)
        : day !== undefined
          ? weekday({ before, which, day, saidMs, isPast: PAST.test(text.slice(0, at)), lead: text.slice(0, at) })
          : ofPeriod !== undefined && period !== undefined
            ? periodOf(before, ofPeriod, period, saidMs)
            : inUnit !== undefined
              ? onDay(before, saidMs + daysOf(inCount, inUnit) * DAY_MS)
              : onDay(before, saidMs - daysOf(agoCount, agoUnit) * DAY_MS);
    if (made === undefined || made === whole) return whole;
    const to = /^[A-Z]/.test(whole) ? `${made.charAt(0).toUpperCase()}${made.slice(1)}` : made;
    changes.push({ from: whole, to });
    return to;
  });
  return { text: dated, changes };
}

const SHIFTS: Readonly<Record<string, number>> = {
  'the day after tomorrow': 2,
  tomorrow: 1,
  today: 0,
  tonight: 0,
  yesterday: -1,
  'the day before yesterday': -2,
};

function onDay(before: string | undefined, timeMs: number): string {
  return `${before ?? 'on'} ${dateOf(timeMs)}`;
}

interface NamedDay {
  readonly before: string | undefined;
  readonly which: string | undefined;
  readonly day: string;
  readonly saidMs: number;
  readonly isPast: boolean;
  readonly lead: string;
}

/** The next such day after it was said, or the last one before, if it is told of as past. */
function weekday({ before, which, day, saidMs, isPast, lead }: NamedDay): string | undefined {
  if (before === undefined && which === undefined) return undefined;
  if (/\b(?:every|each|any|all)(?: \w+)? $/i.test(lead)) return undefined;
  const name = DAYS.find((each) => each.toLowerCase() === day) ?? '';
  const ahead = (DAYS.indexOf(name) - new Date(saidMs).getUTCDay() + 7) % 7 || 7;
  const isBefore = which === 'last' || (which === undefined && (before === 'since' || isPast));
  const timeMs = saidMs + (isBefore ? (ahead % 7) - 7 : ahead) * DAY_MS;
  return `${before ?? 'on'} ${name}, ${dateOf(timeMs)}`;
}

function periodOf(before: string | undefined, which: string, period: string, saidMs: number): string {
  const step = which === 'next' ? 1 : which === 'last' ? -1 : 0;
  const said = new Date(saidMs);
  const year = said.getUTCFullYear();
  const month = said.getUTCMonth();
  const start = before ?? 'in';
  switch (period) {
    case 'week': {
      const monday = saidMs - ((said.getUTCDay() + 6) % 7) * DAY_MS + step * 7 * DAY_MS;
      return `${start} the week of ${dateOf(monday)}`;
    }
    case 'month': {
      const then = new Date(Date.UTC(year, month + step, 1));
      return `${start} ${MONTHS[then.getUTCMonth()]} ${then.getUTCFullYear()}`;
    }
    case 'quarter': {
      const then = new Date(Date.UTC(year, month + step * 3, 1));
      return `${start} Q${Math.floor(then.getUTCMonth() / 3) + 1} ${then.getUTCFullYear()}`;
    }
    default:
      return `${start} ${year + step}`;
  }
}

function daysOf(count = '', unit = ''): number {
  const number = /^\d+$/.test(count) ? Number(count) : Math.max(1, NUMBERS.indexOf(count));
  return number * (unit.startsWith('week') ? 7 : 1);
}

function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
