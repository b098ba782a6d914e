import type { ExactValueType } from './classify-word';

/** What a command line is about is in its other words. */
const FILE_COMMANDS = new Set(
  'sed cat nl head tail less more ls ll tree find grep egrep rg ag wc echo printf cd pwd mkdir touch rm which file stat du diff sort sleep Set-Location Get-Content Get-ChildItem true test [ export set source'.split(
    ' ',
  ),
);
/** They state what is there, whatever the project. */
const GIT_READS =
  /^git\s+(?:-C\s+\S+\s+)?(?:status|log|diff|show|branch|remote|worktree|stash|fetch|pull|rev-parse|add|ls-files|blame)\b/;
const NAMES_SOMETHING = /https?:|\b[0-9a-f]{7,40}\b|[\w-]\/[\w-]+/;
const HELP = /\s(?:--?help|-h|--version|-V)(?:\s|$)/;

/** `render()`, `t.TempDir()` */
const CALL = /\(\)$/;
/** `to:1`, `step:2`, `KEY=$(cat` */
const WORD_AND_NUMBER = /^[a-z]+:\d+$/i;
const SHELL_PIECE = /\$\(|\$\{|`|\\$|^s\/|^\/.*\/[gimsuy]*$/;
/** `4 lines`, `12 characters`: a count of what is there, out of date after the next edit. */
const COUNTED =
  /\s?(?:lines?|characters?|chars?|files?|items?|rows?|tests?|tokens?|words?|bits?|users?|requests?|retries|attempts)$/;
/** `$1`, `01d` */
const NO_NUMBER = /^\$\d$|^0\d/;
/** Modules and packages are named as paths are. */
const MODULE = /^(?:github\.com|gitlab\.com|golang\.org|gopkg\.in|google\.golang\.org|k8s\.io)\/|^@[\w.-]+\/[\w.-]+$/;
const PLACE_OF_ALL = /^\/(?:dev|proc|sys|bin|usr|etc|tmp|var|opt|home|Users)(?:\/[\w.-]+)?\/?$|^~\/?$/;
/** `../base/clock`, as an import names a module. */
const IMPORTED = /^(?:\.\.\/)+[\w/-]+$/;
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|\.venv)(?:\/|$)/;
/** `_test.go`, `.test.ts`: the end of many names. */
const END_OF_NAME = /^(?:_\w+|\.\w+(?=\.))\.\w+$/;
/** `text/plain`, `image/png; q=0.9` */
const MIME_TYPE = /^(?:text|image|audio|video|font|application|multipart|message)\/[\w.+-]+(?:;.*)?$/;
/** `/^entire`, `list$/.test(n`, `\d+/x`: pieces of patterns. */
const PATTERN_PIECE = /\^|\$\/|\/\.(?:test|exec)\(|\\[dwsbDWSB][+*?]/;
/** `/div`, from `</div>`. */
const END_TAG =
  /^\/(?:div|span|[abgipqsu]|[uod]l|li|t[dhr]|table|t(?:head|body|foot)|button|svg|path|html|body|head|script|style|h[1-6]|strong|em|pre|textarea|option|select|template|canvas)$/;
const LONE_WORD = /^[\p{Lu}\p{L}][\p{Ll}\p{M}'’]*$|^[\p{Lu}]+$/u;
/** `json:"name"`, `%d of %s`, `*.go`, `Accept: text/html`, `, map[`, `<Tabs>`, `Bearer $KEY` */
const CODE_PIECE =
  /^\w+:["\\]|%[\dsdvqwxfi.+-]|[*?]\.\w+$|^[A-Z][\w-]+:\s\S+\/|\$[\w({]|[([{,=]$|^<[^>]*>$|\\[nrt"]|^[^\p{L}\p{N}]+$|^[,;:.)\]}%^*+]/u;
const SHOUTED = /^(?:ERROR|EOF|END|EXIT|ELSE|ENDIF|EACH|EVERY)$/;

/**
 * [K2] Nothing that a person would look for in a summary: syntax of a language, looks at files, counts, and what is not of the
 * project.
 */
export function isCodeNoise(type: ExactValueType, value: string): boolean {
  switch (type) {
    case 'command':
      return isPlainCommand(value);
    case 'identifier':
      return CALL.test(value) || /^#\d$/.test(value);
    case 'setting':
      return WORD_AND_NUMBER.test(value) || SHELL_PIECE.test(value);
    case 'number':
      return COUNTED.test(value) || NO_NUMBER.test(value);
    case 'path':
      return (
        INSTALLED.test(value) ||
        IMPORTED.test(value) ||
        MODULE.test(value) ||
        END_OF_NAME.test(value) ||
        PLACE_OF_ALL.test(value) ||
        MIME_TYPE.test(value) ||
        SHELL_PIECE.test(value) ||
        PATTERN_PIECE.test(value) ||
        END_TAG.test(value)
      );
    case 'quoted':
      return isPlainQuotation(value);
    case 'error-code':
      return SHOUTED.test(value);
    case 'url':
      return /\$\{/.test(value);
    case 'hash':
      return false;
  }
}

/** A look at files or at the state of a repository; of these, only the files matter, and they are values themselves. */
function isPlainCommand(value: string): boolean {
  const words = value.replace(/^(?:\w+=\S*\s+)+/, '').split(/\s+/);
  if (HELP.test(value) || FILE_COMMANDS.has(words[0] ?? '')) return true;
  return (
    GIT_READS.test(value) && !NAMES_SOMETHING.test(value.replace(/^git\s+-C\s+\S+/, '').replace(/\borigin\/\w+/, ''))
  );
}

function isPlainQuotation(value: string): boolean {
  if (LONE_WORD.test(value) || MIME_TYPE.test(value)) return true;
  return CODE_PIECE.test(value);
}
