import { withoutPoliteness } from '../requests/read-errand';

/** What a prompt wants other agents for. Only read where there are some. */
export type Delegation =
  /** A review in parts; without a type, forks do it. `count`: how many at most. */
  | {
      readonly type: 'review';
      readonly count: number | undefined;
      readonly agent: string | undefined;
      readonly inBackground: boolean;
      readonly paths: readonly string[];
    }
  /** The same review, done without others. */
  | { readonly type: 'review-alone'; readonly paths: readonly string[] }
  | {
      readonly type: 'start';
      readonly agent: string | undefined;
      readonly name: string | undefined;
      readonly task: string;
      readonly inBackground: boolean;
    }
  | { readonly type: 'send'; readonly to: string; readonly text: string }
  | { readonly type: 'stop'; readonly to: string };

const LONGEST = 4_000;
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNT = `(\\d{1,2}|${NUMBERS.join('|')}|an?|several|some)`;
const AGENTS = '(?:sub-?)?(?:agents?|forks?)';
const NAME = '([A-Za-z][A-Za-z0-9-]{0,39})';
const TARGET =
  '@?(agent-\\d{1,4}|session[: ]\\d{1,6}|all(?: agents)?|everyone|(?:the )?agent ([A-Za-z][A-Za-z0-9-]{0,39}))';

const REVIEW = new RegExp(
  `^(?:review|check|go through|look through)\\b(.*?)\\b(?:with|by|using|in)\\s+${COUNT}\\s+(?:${NAME}\\s+)?${AGENTS}\\b(.*)$`,
  'is',
);
const ALONE =
  /^(?:review|check|go through)\b(.*?)\b(?:yourself|alone|on your own|without (?:any )?(?:agents|forks|help))\b.*$/is;
const ASK = new RegExp(`^ask\\s+(?:the\\s+)?(?:agent\\s+)?@?${NAME}\\s+(?:agent\\s+)?(.+)$`, 'is');
const START = new RegExp(
  `^start\\s+(?:an?|another|one)\\s+(?:new\\s+)?(?:(?!${AGENTS}\\b)${NAME}\\s+)?${AGENTS}\\b(.*)$`,
  'is',
);
const NAMED = new RegExp(`^\\s*(?:called|named)\\s+[“"]?${NAME}[”"]?`, 'i');
const TASK = /^[\s,]*(?:(?:that|which|who|to|and)\b|:)\s*(?:should\s+|is to\s+)?(.+)$/is;
const MESSAGE = new RegExp(
  `^(?:send|write)\\s+(?:an?\\s+|this\\s+)?message\\s+to\\s+${TARGET}\\s*(?:[:,]|that\\b|saying\\b)\\s*(.+)$`,
  'is',
);
const SEND = new RegExp(`^(?:send|write)\\s+(.+?)\\s+to\\s+${TARGET}$`, 'is');
const TELL = new RegExp(`^(?:tell|message)\\s+${TARGET}\\s*(?:that\\s+|to\\s+|:\\s*|,\\s*)?(.+)$`, 'is');
const STOP = new RegExp(`^(?:stop|end)\\s+${TARGET}$`, 'is');
const ASK_TO_STOP = new RegExp(`^(?:ask|tell)\\s+${TARGET}\\s+to\\s+(?:stop|end)$`, 'is');
const BACKGROUND = /(?<![\s,])[\s,]*\bin the background\b[\s,]*/i;
const NOBODY = /^(?:me|us|you|yourself|myself|it|them|him|her|whether|if|for|about|a|an|the|all)$/i;
const FORK = /^(?:fork|forks|new|background)$/i;

/** Undefined if it is about something else. */
export function readDelegation(prompt: string): Delegation | undefined {
  if (prompt.length > LONGEST) return undefined;
  const whole = withoutPoliteness(prompt).replace(/(?<![\s.!?])[\s.!?]+$/, '');
  const inBackground = BACKGROUND.test(whole);
  const words = whole.replace(BACKGROUND, ' ').trim();
  return readStop(words) ?? readSend(words) ?? readReview(words, inBackground) ?? readStart(words, inBackground);
}

function readStop(words: string): Delegation | undefined {
  const [, target, name] = STOP.exec(words) ?? ASK_TO_STOP.exec(words) ?? [];
  return target === undefined ? undefined : { type: 'stop', to: receiver(target, name) };
}

function readSend(words: string): Delegation | undefined {
  const [, sent, to, named] = SEND.exec(words) ?? [];
  if (sent !== undefined && to !== undefined) return { type: 'send', to: receiver(to, named), text: unquoted(sent) };
  const [, target, name, told] = MESSAGE.exec(words) ?? TELL.exec(words) ?? [];
  if (target === undefined || told === undefined) return undefined;
  return { type: 'send', to: receiver(target, name), text: unquoted(told) };
}

function receiver(target: string, name: string | undefined): string {
  if (name !== undefined) return name;
  return /^(?:all|everyone)/i.test(target) ? '*' : target.toLowerCase().replace(' ', ':');
}

function readReview(words: string, inBackground: boolean): Delegation | undefined {
  const [, of = '', count, agent, rest = ''] = REVIEW.exec(words) ?? [];
  if (count !== undefined) {
    const type = agent === undefined || FORK.test(agent) ? undefined : agent;
    return { type: 'review', count: numberOf(count), agent: type, inBackground, paths: pathsIn(`${of} ${rest}`) };
  }
  const [, alone] = ALONE.exec(words) ?? [];
  return alone === undefined ? undefined : { type: 'review-alone', paths: pathsIn(alone) };
}

/** "Several" is as many as there are parts. */
function numberOf(count: string): number | undefined {
  const word = count.toLowerCase();
  if (/^\d+$/.test(word)) return Math.max(1, Number(word));
  if (word === 'a' || word === 'an') return 1;
  const place = NUMBERS.indexOf(word);
  return place === -1 ? undefined : place + 1;
}

function readStart(words: string, inBackground: boolean): Delegation | undefined {
  const [, asked, question = ''] = ASK.exec(words) ?? [];
  if (asked !== undefined && !NOBODY.test(asked)) {
    const isFork = FORK.test(asked);
    const task = question.replace(/^(?:to|for|about)\s+/i, '');
    return { type: 'start', agent: isFork ? undefined : asked, name: undefined, task: upper(task), inBackground };
  }
  const [, type, rest = ''] = START.exec(words) ?? [];
  const [called, name] = NAMED.exec(rest) ?? [];
  const [, task] = TASK.exec(rest.slice(called?.length ?? 0)) ?? [];
  if (task === undefined) return undefined;
  const agent = type === undefined || FORK.test(type) ? undefined : type;
  return { type: 'start', agent, name, task: upper(imperative(task)), inBackground };
}

/** "that reviews src/date.awk" is what it is told: "Review src/date.awk". */
function imperative(task: string): string {
  return task.replace(/^(\w+?)(ches|shes|sses|ies|s)\b/i, (_, stem: string, ending: string) => {
    if (ending === 'ies') return `${stem}y`;
    return ending === 's' ? stem : `${stem}${ending.slice(0, -2)}`;
  });
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unquoted(text: string): string {
  return text.trim().replace(/^["“„](.*)["”“]$/s, '$1');
}

const PATH =
  /`([^`\n]{1,200})`|(?<![\w-])((?:[\w.-]{1,80}\/){0,40}[\w-]{1,80}\.(?:awk|sh|md|txt|js|ts|tsx|py|diff|patch|json|css|html|go|rs|c|h))\b/g;

/** Those with an extension, or in backquotes. */
export function pathsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PATH)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []))];
}
