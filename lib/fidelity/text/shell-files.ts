import { patchFiles } from './patch-files';

export interface ShellFile {
  readonly path: string;
  readonly action: 'read' | 'written' | 'changed' | 'deleted';
}

/** Only the beginning of longer scripts is parsed. */
const LONGEST_COMMAND = 20_000;

/** Quoted words keep their blanks; operators are separate words. */
const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\d?>>?|\|\|?|&&|;|\n|<<?)|([^\s"'|;&<>]+)/g;

/**
 * The files that a command line plainly names: `cat a`, `sed -i … a`, `… > a`, `rm a`, `cp a b`, a patch in its input.
 * What requires a shell (variables, globs, loops) is skipped: a wrong file is worse than a missing one.
 */
export function shellFiles(command: string): ShellFile[] {
  const text = command.slice(0, LONGEST_COMMAND);
  const patched = /\bapply_patch\b|\*\*\* Begin Patch/.test(text) ? patchFiles(text) : [];
  const files: ShellFile[] = patched.map(({ path, action }) => ({
    path,
    action: action === 'created' ? 'written' : action,
  }));
  const line = withoutHereDocuments(text);
  for (const words of simpleCommands(line)) files.push(...filesOf(words));
  return files;
}

/** The words of a command line that are not prose: quoted text only without blanks, here-documents not at all. */
export function shellWords(command: string): string[] {
  const line = withoutHereDocuments(command.slice(0, LONGEST_COMMAND));
  return [...line.matchAll(WORD)].flatMap(([, double, single, , bare]) => {
    const word = double ?? single ?? bare ?? '';
    return word === '' || /\s/.test(word) ? [] : [word];
  });
}

/** The body of a here-document is data, even if it looks like a command. */
function withoutHereDocuments(text: string): string {
  if (!text.includes('<<')) return text;
  const kept: string[] = [];
  let ends: string | undefined;
  for (const line of text.split('\n')) {
    if (ends !== undefined) {
      if (line.trim() === ends) ends = undefined;
      continue;
    }
    const opened = /<<-?\s*['"]?(\w+)['"]?/.exec(line);
    ends = opened?.[1];
    kept.push(opened === null ? line : line.replace(opened[0], ''));
  }
  return kept.join('\n');
}

interface Simple {
  readonly words: readonly string[];
  readonly redirects: readonly ShellFile[];
}

function* simpleCommands(line: string): Generator<Simple> {
  let words: string[] = [];
  let redirects: ShellFile[] = [];
  let redirect: string | undefined;
  for (const [, double, single, operator, bare] of line.matchAll(WORD)) {
    const word = double ?? single ?? bare;
    if (word !== undefined) {
      if (redirect === undefined) words.push(word);
      else if (isPlainPath(word)) redirects.push({ path: word, action: redirect === '>>' ? 'changed' : 'written' });
      redirect = undefined;
      continue;
    }
    if (operator === '>' || operator === '>>' || operator === '1>') {
      redirect = operator === '1>' ? '>' : operator;
      continue;
    }
    if (operator?.includes('>') || operator?.startsWith('<')) continue;
    yield { words, redirects };
    words = [];
    redirects = [];
  }
  yield { words, redirects };
}

function filesOf({ words, redirects }: Simple): ShellFile[] {
  const [program = '', ...args] = isOnlyBefore(words) ? words.slice(1) : words;
  const named = args.filter((arg) => !arg.startsWith('-')).filter(isPlainPath);
  const all = (action: ShellFile['action'], paths: readonly string[]) => paths.map((path) => ({ path, action }));
  switch (program) {
    case 'cat':
    case 'less':
    case 'head':
    case 'tail':
    case 'nl':
      return [
        ...redirects,
        ...all(
          'read',
          named.filter((path) => !/^[+]?\d+$/.test(path)),
        ),
      ];
    case 'sed': {
      const files = named.slice(args.some((arg) => /^-(?:e|f)$/.test(arg)) ? 0 : 1).filter(looksLikeFile);
      return [...redirects, ...all(args.some((arg) => /^-\w*i/.test(arg)) ? 'changed' : 'read', files)];
    }
    case 'tee':
      return [...redirects, ...all(args.includes('-a') ? 'changed' : 'written', named)];
    case 'touch':
      return all('written', named);
    case 'rm':
      return all('deleted', named);
    case 'mv':
      return named.length === 2 ? [...all('deleted', named.slice(0, 1)), ...all('written', named.slice(1))] : [];
    case 'cp':
      return named.length === 2 ? [...all('read', named.slice(0, 1)), ...all('written', named.slice(1))] : [];
    default:
      return [...redirects];
  }
}

/** `git mv` does what `mv` does. */
function isOnlyBefore([first, second = '']: readonly string[]): boolean {
  return first === 'sudo' || (first === 'git' && /^(?:mv|rm)$/.test(second));
}

function isPlainPath(word: string): boolean {
  return word.length <= 500 && !/[$*?`{}()!\n]|^&|^\/dev\/|^$/.test(word);
}

function looksLikeFile(word: string): boolean {
  return /[./]/.test(word);
}
