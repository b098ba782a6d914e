/**
 * [K1] What must survive verbatim. `setting`: a name with its value (`RETRIES=5`). `number`: with its unit, or a version
 * or a port.
 */
export type ExactValueType = (typeof valueTypes)[number];

const valueTypes = [
  'path',
  'identifier',
  'command',
  'number',
  'hash',
  'url',
  'error-code',
  'quoted',
  'setting',
] as const;

export function isValueType(kind: string | undefined): kind is ExactValueType {
  return valueTypes.some((type) => type === kind);
}

const URL = /^[a-z][a-z0-9+.-]{1,15}:\/\/[^\s]+$/i;
const HOST_AND_PORT = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{2,5}(?:\/\S*)?$/i;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEXADECIMAL = /^(?:sha\d{1,3}[:-])?(?:[0-9a-f]{7,128}|[0-9A-F]{7,128})$/;
const CONTENT_HASH = /^(?:sha\d{1,3}|md5)[:-][0-9A-Za-z+/=]{16,}$/;
const SETTING = /^-{0,2}[A-Za-z_][\w.-]*[=:]["']?(?:-?\d[\w.,%]*|true|false|null|none|on|off|yes|no)["']?$/i;
const ENVIRONMENT_SETTING = /^[A-Z][A-Z0-9_]*=[^\s=][^\s]*$/;
/** Programs use `E_SESSION_4711` and `E42_LIMIT`; systems use `EACCES`. */
const ERROR_NAME = /^(?:E[A-Z]{3,14}|E(?:RR|\d{1,5})?_[A-Z0-9_]+|SIG[A-Z]{3,5}|[A-Z]\w*(?:Error|Exception|Failure))$/;
/** Of compilers and databases: TS2322, E0382, ORA-00942, CS8602. A ticket (ABC-12) is an identifier. */
const ERROR_NUMBER = /^(?:[A-Z]{1,3}\d{3,6}|(?:ORA|SQLSTATE|MSB|NU|CA)-?\d{4,6}|[45]\d\d_[A-Z_]+)$/;
const VERSION = /^[v^~]?\d+\.\d+\.\d+(?:[-+.][\w.+-]*)?$/;
const PACKAGE_VERSION = /^[@\w./-]*@[v^~]?\d+\.\d+\.\d+(?:[-+.][\w.+-]*)?$/;
const SHORT_VERSION = /^v\d+(?:\.\d+)*$/;
const NUMBER_WITH_UNIT =
  /^[~<>≤≥]?(?:[$€£¥]-?\d[\d.,_]*[kKMB]?|-?\d[\d.,_]*(?:%|[€£¥]|°[CF]?|[a-zA-Zµ]{1,4}(?:\/[a-z]{1,3})?))$/;
const UNITS =
  /^[~<>≤≥]?[$€£¥]|(?:%|[$€£¥°]|\d(?:ns|µs|us|ms|s|sec|min|m|h|d|w|k|K|M|G|T|B|b|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB|kb|mb|gb|px|pt|em|rem|vh|vw|fr|x|Hz|kHz|MHz|GHz|fps|rps|dpi|cm|mm|km|kg|g|W|V|A)(?:\/[a-z]{1,3})?)$/;
const PORT = /^:\d{2,5}$/;
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:|@)?(?:[\\/][^\s\\/:*?"<>|]+)+[\\/]?(?::\d+(?:[:-]\d+)?)?$/;
const RELATIVE_PATH = /^[^\s\\/:*?"<>|=,;()]+(?:[\\/][^\s\\/:*?"<>|,;]+)+[\\/]?(?::\d+(?:[:-]\d+)?)?$/;
/** A file extension or file name, a trailing folder, a line number, a hidden folder, a host, an API version. */
const MARKED_AS_PATH =
  /[\\/][^.\\/]*(?:\.\w{1,12}){1,4}(?::\d+)?$|[\\/](?:Dockerfile|Makefile|Gemfile|Rakefile|Procfile|Jenkinsfile|LICENSE|README|CHANGELOG)$|[\\/]$|[_@]|\\[^\\/]+\\[^\\/]|:\d+$|^\.\w|[\\/]\.\w|^[\w-]+\.(?:com|org|net|io|dev)[\\/]|(?:^|\/)v\d{1,2}\//;
/** In prose, “src/a/b” always means the folder. */
const FROM_KNOWN_FOLDER =
  /^(?:src|lib|app|apps|packages|pkg|crates|internal|cmd|modules|services|components|pages|tests|spec|e2e|docs|scripts|public|assets|config|include|vendor|node_modules|dist|home|usr|etc|var|opt|tmp)\/[^/]+\//;
const FILE_NAME =
  /^\.?[\w@+-][\w.@+-]*\.(?:tsx?|jsx?|mjs|cjs|mts|cts|json[l5c]?|ya?ml|toml|ini|cfg|conf|env|lock|mdx?|txt|csv|tsv|html?|css|scss|less|svg|png|jpe?g|gif|webp|pdf|py|ipynb|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|lua|sh|bash|zsh|ps1|sql|db|sqlite3?|proto|graphql|vue|svelte|astro|xml|log|zip|gz|tar|tgz|wasm|tf|gradle|ex|exs|erl|hs|ml|scala|dart|r|jl|pl)(?::\d+(?:[:-]\d+)?)?$/i;
/** `.row.is-open/closed`, `.tl-time/.tl-sel` */
const STYLE_CLASSES = /^\.[a-z][\w-]*(?:\.[a-z][\w-]*[\\/]|[\\/]\.[a-z][\w-]*(?:[\\/]|$))/;
/** `a.js/b.js/c.js`: several files. */
const LISTED_FILES = /^[\w-]+\.(?:tsx?|jsx?|py|go|rs|md|css)(?:\/[\w-]+\.(?:tsx?|jsx?|py|go|rs|md|css))+$/;
/** `pos/rotation.y` */
const PROPERTY = /^[\w-]+\/[\w-]+\.[a-bd-gi-qs-z]$/;
const DOT_FILE = /^\.(?:env|git|npm|docker|eslint|prettier|editor|babel|nvm|tool|python|ruby)[\w.-]*$/;
const IDENTIFIER = /^[#@]?[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?:\(\))?$/;
const KNOWN_AS_CODE = /_[A-Za-z0-9]|[a-z0-9][A-Z]|\(\)$|::|->|^[#@]/;
const TICKET = /^(?:[A-Z][A-Z0-9]{1,9}-\d{1,6}|#\d{1,6})$/;

/** Characters that are looked for first: they decide which expressions are worth trying. */
const DIGIT = 1;
const CAPITAL = 2;
const SLASH = 4;
const DOT = 8;
const COLON = 16;
const EQUALS = 32;
const DASH = 64;
const AT = 128;
const OTHER = 256;
const SIGNS: readonly (readonly [sign: number, characters: string])[] = [
  [DIGIT, '0123456789'],
  [CAPITAL, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [SLASH, '/\\'],
  [DOT, '.'],
  [COLON, ':'],
  [EQUALS, '='],
  [DASH, '-'],
  [AT, '@'],
  [OTHER, '_(#'],
];
const signOf = new Uint16Array(2 ** 16);
for (const [sign, characters] of SIGNS) {
  for (const character of characters) signOf[character.charCodeAt(0)] = sign;
}

/** Every matching word has all of these, at least one of those, and none of the last. */
interface Signs {
  readonly allOf?: number;
  readonly oneOf?: number;
  readonly noneOf?: number;
}

export interface WordRule {
  readonly type: ExactValueType;
  readonly is: { test(word: string): boolean };
  readonly allOf: number;
  readonly oneOf: number;
  readonly noneOf: number;
}

const ANY = 2 ** 16 - 1;

function rule(type: ExactValueType, is: WordRule['is'], { allOf = 0, oneOf = ANY, noneOf = 0 }: Signs): WordRule {
  return { type, is, allOf, oneOf, noneOf };
}

/** The first match counts. */
export const wordRules: readonly WordRule[] = [
  rule('url', URL, { allOf: COLON | SLASH }),
  rule('url', ADDRESS, { allOf: DIGIT | DOT, noneOf: COLON | EQUALS | DASH }),
  rule('url', HOST_AND_PORT, { allOf: DIGIT | COLON }),
  rule('number', VERSION, { allOf: DIGIT | DOT, noneOf: SLASH | COLON | EQUALS | AT }),
  rule('number', PACKAGE_VERSION, { allOf: DIGIT | DOT | AT }),
  rule('number', SHORT_VERSION, { allOf: DIGIT, noneOf: SLASH | COLON | EQUALS | DASH }),
  rule('number', PORT, { allOf: DIGIT | COLON, noneOf: SLASH | DOT | EQUALS | DASH }),
  rule('number', { test: isNumberWithUnit }, { allOf: DIGIT, noneOf: COLON | EQUALS | AT }),
  rule('hash', UUID, { allOf: DASH, noneOf: SLASH | DOT | COLON | EQUALS | AT | OTHER }),
  rule('hash', CONTENT_HASH, { allOf: DIGIT, oneOf: COLON | DASH, noneOf: DOT | AT | OTHER }),
  rule('hash', { test: isHexadecimal }, { allOf: DIGIT, noneOf: SLASH | DOT | EQUALS | AT | OTHER }),
  rule('setting', SETTING, { oneOf: EQUALS | COLON, noneOf: SLASH | AT }),
  rule('setting', ENVIRONMENT_SETTING, { allOf: CAPITAL | EQUALS }),
  rule('error-code', ERROR_NAME, { allOf: CAPITAL, noneOf: SLASH | DOT | COLON | EQUALS | DASH | AT }),
  rule('error-code', ERROR_NUMBER, { allOf: DIGIT, oneOf: CAPITAL | OTHER, noneOf: SLASH | DOT | COLON | EQUALS | AT }),
  rule('path', FILE_NAME, { allOf: DOT, noneOf: SLASH | EQUALS }),
  rule('path', DOT_FILE, { allOf: DOT, noneOf: SLASH | COLON | EQUALS | AT }),
  rule('path', { test: isPath }, { allOf: SLASH }),
  rule('identifier', TICKET, { allOf: DIGIT, oneOf: DASH | OTHER, noneOf: SLASH | DOT | COLON | EQUALS | AT }),
  rule('identifier', { test: isCode }, { oneOf: CAPITAL | COLON | DASH | AT | OTHER, noneOf: SLASH | EQUALS }),
];

/** The kind of value that a single word is; undefined for ordinary words. */
export function classifyWord(word: string): ExactValueType | undefined {
  const signs = signsOf(word);
  if (signs === 0) return undefined;
  for (const rule of wordRules) if (mayFit(rule, signs) && rule.is.test(word)) return rule.type;
  return undefined;
}

export function signsOf(word: string): number {
  let signs = 0;
  for (let at = 0; at < word.length; at++) signs |= signOf[word.charCodeAt(at)] ?? 0;
  return signs;
}

/** Trying all expressions on every word would take five times as long. */
export function mayFit({ allOf, oneOf, noneOf }: WordRule, signs: number): boolean {
  return (signs & allOf) === allOf && (signs & oneOf) !== 0 && (signs & noneOf) === 0;
}

function isNumberWithUnit(word: string): boolean {
  return NUMBER_WITH_UNIT.test(word) && UNITS.test(word);
}

/** Hexadecimal digits may be a word (`defaced`) or a number: only with both letters and digits they are a hash. */
function isHexadecimal(word: string): boolean {
  return HEXADECIMAL.test(word) && /\d/.test(word) && (/[a-f]/i.test(word.replace(/^sha\d+/, '')) || word.length >= 32);
}

function isCode(word: string): boolean {
  return IDENTIFIER.test(word) && KNOWN_AS_CODE.test(word) && /[A-Za-z]{2}/.test(word);
}

/** Not everything with a slash is a path: and/or, 24/7, km/h, read/write/execute, `[a](src/a.ts)`, `.row/.cell`. */
function isPath(word: string): boolean {
  if (word.includes('](') || STYLE_CLASSES.test(word) || LISTED_FILES.test(word) || PROPERTY.test(word)) return false;
  if (PATH.test(word)) return word.length > 2;
  if (/^[\w.@-]{2,}\/$/.test(word)) return true;
  if (!RELATIVE_PATH.test(word) || /^[\d.]+[\\/]/.test(word)) return false;
  return MARKED_AS_PATH.test(word) || FROM_KNOWN_FOLDER.test(word);
}
