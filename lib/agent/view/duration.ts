import { fail, ok, type Result } from '../../base/result';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const units = [
  { letter: 'd', word: 'day', ms: DAY_MS },
  { letter: 'h', word: 'hour', ms: HOUR_MS },
  { letter: 'm', word: 'minute', ms: MINUTE_MS },
] as const;

const MAX_DAYS = 1_000;

/** `90m`, `1h`, `2d 12h`. */
export function parseDuration(typed: string): Result<number> {
  const text = typed.trim().toLowerCase();
  if (text === '') return fail('/wait takes a time, such as 1h, 1d or 90m.');
  const shown = JSON.stringify(text.slice(0, 40));
  if (!/^(?:\d{1,9}\s*[dhm]\s*)+$/.test(text)) {
    return fail(`${shown} is not a time. Write minutes, hours or days, such as 90m, 1h or 2d 12h.`);
  }
  let ms = 0;
  for (const [, amount, letter] of text.matchAll(/(?<!\d)(\d+)\s*([dhm])/g)) {
    ms += Number(amount) * (units.find((unit) => unit.letter === letter)?.ms ?? 0);
  }
  if (ms === 0) return fail(`${shown} is no time at all. Let at least 1m pass.`);
  return ms <= MAX_DAYS * DAY_MS ? ok(ms) : fail(`${shown} is more than ${MAX_DAYS.toLocaleString('en')} days.`);
}

/** `1 day`, `1 hour 30 minutes`. */
export function durationText(ms: number): string {
  let rest = ms;
  const words = units.flatMap(({ word, ms: unitMs }) => {
    const amount = Math.floor(rest / unitMs);
    rest -= amount * unitMs;
    return amount === 0 ? [] : [`${amount.toLocaleString('en')} ${word}${amount === 1 ? '' : 's'}`];
  });
  return words.length === 0 ? 'less than a minute' : words.join(' ');
}
