/**
 * [K1] What has to survive letter by letter. `setting`: a name with its value (`RETRIES=5`). `number`: with its unit, or a
 * version or a port.
 */
export type ExactValueType =
  | 'path'
  | 'identifier'
  | 'command'
  | 'number'
  | 'hash'
  | 'url'
  | 'error-code'
  | 'quoted'
  | 'setting';

/** Most words of a text: decided at once. */
const PLAIN_WORD = /^[A-Z]?[a-z’']*$/;
const URL = /^[a-z][a-z0-9+.-]{1,15}:\/\/[^\s]+$/i;
const HOST_AND_PORT = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{2,5}(?:\/\S*)?$/i;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEXADECIMAL = /^(?:sha\d{1,3}[:-])?(?:[0-9a-f]{7,128}|[0-9A-F]{7,128})$/;
const CONTENT_HASH = /^(?:sha\d{1,3}|md5)[:-][0-9A-Za-z+/=]{16,}$/;
const SETTING = /^-{0,2}[A-Za-z_][\w.-]*[=:]["']?(?:-?\d[\w.,%]*|true|false|null|none|on|off|yes|no)["']?$/i;
const ENVIRONMENT_SETTING = /^[A-Z][A-Z0-9_]*=[^\s=][^\s]*$/;
const ERROR_NAME = /^(?:E[A-Z]{3,14}|ERR_[A-Z0-9_]+|SIG[A-Z]{3,5}|[A-Z]\w*(?:Error|Exception|Failure))$/;
/** Of compilers and databases: TS2322, E0382, ORA-00942, CS8602. A ticket (ABC-12) is an identifier. */
const ERROR_NUMBER = /^(?:[A-Z]{1,3}\d{3,6}|(?:ORA|SQLSTATE|MSB|NU|CA)-?\d{4,6}|[45]\d\d_[A-Z_]+)$/;
const VERSION = /^(?:[@\w./-]*@)?[v^~]?\d+\.\d+\.\d+(?:[-+.][\w.+-]*)?$/;
const SHORT_VERSION = /^v\d+(?:\.\d+)*$/;
const NUMBER_WITH_UNIT =
  /^[~<>≤≥]?(?:[$€£¥]-?\d[\d.,_]*[kKMB]?|-?\d[\d.,_]*(?:%|[€£¥]|°[CF]?|[a-zA-Zµ]{1,4}(?:\/[a-z]{1,3})?))$/;
const UNITS =
  /^[~<>≤≥]?[$€£¥]|(?:%|[$€£¥°]|\d(?:ns|µs|us|ms|s|sec|min|m|h|d|w|k|K|M|G|T|B|b|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB|kb|mb|gb|px|pt|em|rem|vh|vw|fr|x|Hz|kHz|MHz|GHz|fps|rps|dpi|cm|mm|km|kg|g|W|V|A)(?:\/[a-z]{1,3})?)$/;
const PORT = /^:\d{2,5}$/;
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:|@)?(?:[\\/][^\s\\/:*?"<>|]+)+[\\/]?(?::\d+(?:[:-]\d+)?)?$/;
const RELATIVE_PATH = /^[^\s\\/:*?"<>|=,()]+(?:[\\/][^\s\\/:*?"<>|,]+)+[\\/]?(?::\d+(?:[:-]\d+)?)?$/;
const FILE_NAME =
  /^\.?[\w@+-][\w.@+-]*\.(?:tsx?|jsx?|mjs|cjs|mts|cts|json[l5c]?|ya?ml|toml|ini|cfg|conf|env|lock|mdx?|txt|csv|tsv|html?|css|scss|less|svg|png|jpe?g|gif|webp|pdf|py|ipynb|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|lua|sh|bash|zsh|ps1|sql|db|sqlite3?|proto|graphql|vue|svelte|astro|xml|log|zip|gz|tar|tgz|wasm|tf|gradle|ex|exs|erl|hs|ml|scala|dart|r|jl|pl)(?::\d+(?:[:-]\d+)?)?$/i;
const DOT_FILE = /^\.(?:env|git|npm|docker|eslint|prettier|editor|babel|nvm|tool|python|ruby)[\w.-]*$/;
const IDENTIFIER = /^[#@]?[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?:\(\))?$/;
const KNOWN_AS_CODE = /_[A-Za-z0-9]|[a-z0-9][A-Z]|\(\)$|::|->|^[#@]/;
const TICKET = /^(?:[A-Z][A-Z0-9]{1,9}-\d{1,6}|#\d{1,6})$/;

/** What an exact value is that stands as one word, or nothing where it is a word like others. */
export function classifyWord(word: string): ExactValueType | undefined {
  if (PLAIN_WORD.test(word)) return undefined;
  if (URL.test(word)) return 'url';
  if (/^\d/.test(word) || /^[v^~$€£¥:<>≤≥-]/.test(word)) {
    const number = classifyNumber(word);
    if (number !== undefined) return number;
  }
  if (HOST_AND_PORT.test(word)) return 'url';
  if (isHash(word)) return 'hash';
  if (SETTING.test(word) || ENVIRONMENT_SETTING.test(word)) return 'setting';
  if (ERROR_NAME.test(word) || ERROR_NUMBER.test(word)) return 'error-code';
  if (VERSION.test(word)) return 'number';
  if (isPath(word)) return 'path';
  if (TICKET.test(word)) return 'identifier';
  if (IDENTIFIER.test(word) && KNOWN_AS_CODE.test(word) && /[A-Za-z]{2}/.test(word)) return 'identifier';
  return undefined;
}

function classifyNumber(word: string): ExactValueType | undefined {
  if (ADDRESS.test(word) || HOST_AND_PORT.test(word)) return 'url';
  if (VERSION.test(word) || SHORT_VERSION.test(word) || PORT.test(word)) return 'number';
  if (NUMBER_WITH_UNIT.test(word) && UNITS.test(word)) return 'number';
  return undefined;
}

/** A row of hexadecimal digits may be a word (`defaced`) or a number: only with both letters and digits it is a hash. */
function isHash(word: string): boolean {
  if (UUID.test(word) || CONTENT_HASH.test(word)) return true;
  return HEXADECIMAL.test(word) && /\d/.test(word) && (/[a-f]/i.test(word.replace(/^sha\d+/, '')) || word.length >= 32);
}

/** Not everything with a slash is a path: and/or, 24/7, km/h. */
function isPath(word: string): boolean {
  if (FILE_NAME.test(word) || DOT_FILE.test(word)) return true;
  if (PATH.test(word)) return word.length > 2;
  if (/^[\w.@-]{2,}\/$/.test(word)) return true;
  if (!RELATIVE_PATH.test(word)) return false;
  const segments = word.split(/[\\/]/).filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  if (/^[\d.]+$/.test(segments[0] ?? '')) return false;
  return (
    /[\\/]$/.test(word) || /^[^.]*(?:\.\w{1,12}){1,4}(?::\d+)?$/.test(last) || segments.length >= 3 || /[_@]/.test(word)
  );
}
