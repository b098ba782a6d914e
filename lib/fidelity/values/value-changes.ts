import { sentences } from '../text/sentences';
import { exactValues } from './exact-values';
import { KnownWords } from './known-words';

/** [K6] A value that was replaced by another. */
export interface ValueChange {
  /** What has the value; missing if the value is a name itself. */
  readonly key?: string;
  readonly old: string;
  readonly now: string;
}

/** A statement about a value in a sentence. */
export interface StatedValue {
  readonly key: string;
  readonly value: string;
  /** The sentence says that it was different before, or the key belongs to a program, and so has one value. */
  readonly replaces: boolean;
}

const KEYED =
  /(?<![\w.-])(-{0,2}[A-Za-z_][\w.-]{1,60}(?![\w.-])|端口|ポート)["'`]?(\s{0,3}[:=]\s{0,3}|\s{1,3}(?:is|are|to|at|stays at|must be|should be|now)\s{1,3}(?:now\s{1,3})?|\s{0,3}(?:改成|改为|は|を|是|为)\s{0,3}|\s{1,3})["'`]?(-?\d(?:[\w.,]{0,30}[\w%])?|true|false)(?!\w)/g;
const SETTING_NAMES =
  /^(?:port|version|seed|timeout|limit|delay|retries|attempts|budget|threshold|size|width|height|radius|interval|ttl|端口|ポート)$/i;
/** `Redis 7.0` */
const PRODUCT = /^[A-Z][A-Za-z]+$/;
const PRODUCT_VERSION = /^\d+(?:\.\d+)+$/;
const CODE_NAME = /_|[a-z][A-Z]|^--|^[A-Z]{2}|\w\.\w/;
const CHANGES =
  /\b(?:now|instead|chang\w+|switch\w*|from now on|no longer|actually|correct\w*|updat\w+|rais\w+|lower\w*|increas\w+|reduc\w+|not \S+ but|new)\b|改|现在|以后|今后|变更|変更|今後|今から/i;

/** `port is 8080`, `RETRIES=5`, `timeout: 30s`. */
export function statedValues(text: string): StatedValue[] {
  return [...sentences(text)].flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    return keyedValues(sentence).map(({ key, value, isCode }) => ({
      key,
      value,
      replaces: isCode || CHANGES.test(sentence),
    }));
  });
}

function keyedValues(text: string) {
  return [...text.matchAll(KEYED)].flatMap(([, key = '', between = '', value = '']) => {
    const isCode = CODE_NAME.test(key);
    const isPlain = between.trim() === '' || /^[a-z]/i.test(between.trim());
    if (isPlain && (/^[tf]/.test(value) || !isNameOfValue(key, value))) return [];
    return [{ key: key.toLowerCase(), value, isCode }];
  });
}

function isNameOfValue(key: string, value: string): boolean {
  return CODE_NAME.test(key) || SETTING_NAMES.test(key) || (PRODUCT.test(key) && PRODUCT_VERSION.test(value));
}

/** An edit that only changes a name renames the thing. */
const NAME = /^[A-Za-z_$][\w.$-]{2,80}$/;

/** How an edit changed the values in the text that it replaced. A key that occurs twice may be two things. */
export function editedValues(old: string, now: string): ValueChange[] {
  if (old !== now && NAME.test(old) && NAME.test(now)) return [{ old, now }];
  const before = onlyOnes(keyedValues(old));
  if (before.size === 0) return [];
  const after = onlyOnes(keyedValues(now));
  return [...before].flatMap(([key, value]) => {
    const next = after.get(key);
    return next === undefined || next === value ? [] : [{ key, old: value, now: next }];
  });
}

function onlyOnes(values: readonly { readonly key: string; readonly value: string }[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { key } of values) times.set(key, (times.get(key) ?? 0) + 1);
  return new Map(values.filter(({ key }) => times.get(key) === 1).map(({ key, value }) => [key, value]));
}

const OPENS = /^["'`”」]?\s*$/;
const TAKES_THE_PLACE = /^["'`”」]?[,，]?\s*(?:instead of|rather than|in place of|(?:and )?not)\s*["'`“「]?$/i;
const BECOMES = /^["'`”」]?\s*(?:to|into|with|by|→|->|=>|改成|改为|换成|替换为|から|を)\s*["'`“「]?$/i;
const BUT = /^["'`”」]?[,，]?\s*but(?: use| rather)?\s*["'`“「]?$/i;
const CHANGE_BEFORE =
  /\b(?:renam\w*|chang\w*|replac\w*|switch\w*|mov\w*|migrat\w*|updat\w*|from)\b[^.]{0,400}$|[把将将]\s*["'`“「]?$/i;
const CHANGE_BEHIND = /^["'`”」]?\s*に(?:変更|変え|改名|置き換え)/;
const CHANGES_ALONE = /→|->|=>|改成|改为|换成|替换为/;

const FROM_TO =
  /(?<![\w.-])(-{0,2}[A-Za-z_][\w.-]{0,60}|端口|ポート|포트)["'`]?\s{0,3}(from\s|从|由|を)?\s{0,3}(-?\d(?:[\w.,]{0,30}[\w%])?)\s{0,3}(to\s|→|->|=>|改成|改为|改到|变成|から)\s{0,3}(-?\d(?:[\w.,]{0,30}[\w%])?)(?!\w)/gi;

/** A string that every such change contains, and few texts do. */
const NUMBER_TO_NUMBER = /\d[\w.,%]{0,32}\s{0,3}(?:to\s|→|->|=>|改成|改为|改到|变成|から)\s{0,3}-?\d/i;

/** `the port from 8080 to 9090`: only with a name before the numbers. “Ports 80 to 90” are a range. */
export function numberChanges(text: string): ValueChange[] {
  if (!NUMBER_TO_NUMBER.test(text)) return [];
  return [...text.matchAll(FROM_TO)].flatMap(([, key = '', from, old = '', becomes = '', now = '']) => {
    const isChange = (from !== undefined || !/^to/i.test(becomes)) && isNameOfValue(key, old) && old !== now;
    return isChange ? [{ key: key.toLowerCase(), old, now }] : [];
  });
}

/** `rename a to b`, `use b instead of a`, `not a but b`: for two adjacent names or numbers in a sentence. */
export function namedChanges(text: string): ValueChange[] {
  const known = new KnownWords();
  return [...sentences(text)].flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    const values = exactValues(sentence, known).filter(({ type }) => type !== 'quoted' && type !== 'command');
    return values.flatMap((first, place): ValueChange[] => {
      const second = values[place + 1];
      if (second === undefined || second.start < first.end || second.type !== first.type) return [];
      const between = sentence.slice(first.end, second.start);
      if (OPENS.test(between) || first.value === second.value) return [];
      const before = sentence.slice(0, first.start);
      if (TAKES_THE_PLACE.test(between)) return [{ old: second.value, now: first.value }];
      const isChange =
        (BECOMES.test(between) &&
          (CHANGES_ALONE.test(between) ||
            CHANGE_BEFORE.test(before) ||
            CHANGE_BEHIND.test(sentence.slice(second.end)))) ||
        (BUT.test(between) && /\bnot\s*["'`]?$/i.test(before));
      return isChange ? [{ old: first.value, now: second.value }] : [];
    });
  });
}

const LONGEST_COMMAND = 2_000;
const MOVES = /(?:^|[;&|]\s*)(?:git\s+)?mv\s+(?:-\w+\s+)?([\w./@+-]+[\w@+-])\s+([\w./@+-]+\.\w+)(?=\s*(?:$|[;&|]))/g;
const SUBSTITUTES = /\bs([/|#])(?:\\[b<])?([\w.$-]{2,80})(?:\\[b>])?\1([\w.$-]{2,80})\1/g;

/** `git mv a.ts b.ts`, `sed s/OldName/NewName/`. */
export function commandChanges(command: string): ValueChange[] {
  const text = command.slice(0, LONGEST_COMMAND);
  const moved = [...text.matchAll(MOVES)].map(([, old = '', now = '']) => ({ old, now }));
  const substituted = [...text.matchAll(SUBSTITUTES)].map(([, , old = '', now = '']) => ({ old, now }));
  return [...moved, ...substituted].filter(({ old, now }) => old !== now);
}
