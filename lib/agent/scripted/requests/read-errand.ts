import { toRemember } from '../../../memory/extraction/kind-of-sentence';
import type { CountedThing, Errand } from './errand';
import { givenText, quotedText } from './given-text';
import { PATH, pathFrom } from './path-in-words';

/** A longer prompt is a pasted text, not an errand: only a text to be written may be long. */
const LONGEST = 2_000;
const LONGEST_WITH_TEXT = 50_000;

const POLITE =
  /^(?:(?:please|kindly|now|then|also|just|well|hi|hello|hey|ok(?:ay)?|can you|could you|would you|will you|i(?:'d| would) like you to|i want you to|i need you to|let's|go and)\b[\s,.!:]*)+(?=\S)/i;
const ENDINGS = ['please', 'thanks', 'thank you', 'for me'];

type Reader = (words: string, whole: string) => Errand | undefined;

/** What a prompt asks for, if that is one thing the script can do at once. The first reader that understands it decides. */
export function errandIn(prompt: string): Errand | undefined {
  if (prompt.length > LONGEST_WITH_TEXT) return undefined;
  const whole = withoutPoliteness(prompt);
  const words = withoutEnding(whole);
  for (const read of whole.length > LONGEST ? readersOfTexts : readers) {
    const errand = read(words, whole);
    if (errand !== undefined) return errand;
  }
  return undefined;
}

export function withoutPoliteness(prompt: string): string {
  return prompt.trim().replace(POLITE, '');
}

/** Without punctuation and politeness at the end. Long runs of blanks must not take long, so no pattern looks for them. */
function withoutEnding(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n\r.,!?'.includes(text.charAt(end - 1))) end -= 1;
  const rest = text.slice(0, end);
  const ending = ENDINGS.find((each) => rest.toLowerCase().endsWith(` ${each}`));
  return ending === undefined ? rest : withoutEnding(rest.slice(0, -ending.length));
}

const pattern = (text: string) => new RegExp(text.replaceAll('PATH', `(${PATH})`), 'iu');

const ABILITIES =
  /^(?:help|hello|hi|hey|good (?:morning|evening|day)|thanks?(?: you)?|(?:what|which things) can you do|what do you do|how can you help|who are you|what are you|are you (?:a|an) .*|(?:which|what) model are you|who (?:is answering|answers))$/i;
const readAbilities: Reader = (words) => (ABILITIES.test(words) ? { type: 'abilities' } : undefined);

const CREATE = pattern(
  '^(create|write|add|make|save|overwrite)\\s+(?:me\\s+)?(?:an?\\s+|the\\s+)?(new\\s+|empty\\s+)?(?:text\\s+)?(?:file\\s+)?(?:called\\s+|named\\s+)?PATH(?=[\\s,:]|$)',
);
const WITH =
  /^[\s,]*(?!\s)(?:which|that|and|it)?\s*(?:with|containing|contains|saying|says|reading|to)\b\s*(?:(?:the|this|these|just|exactly)\s+)*(?:following\s+)?(?:text|contents?|lines?|body|words?)?\s*/i;
const SAYING = /^[\s,]*(?!\s)(?:which|that|and|it)?\s*(?:says|saying|reading|containing)\s+\S/i;
const readCreate: Reader = (_, whole) => {
  const found = CREATE.exec(whole);
  const path = pathFrom(found?.[3]);
  if (found === null || path === undefined || FOLDER.test(path) || isWords(found[3] ?? '')) return undefined;
  const rest = whole.slice(found[0].length).replace(/^[\s,]*please\b/i, '');
  const isEmpty = /^empty/i.test(found[2] ?? '');
  if (isEmpty && withoutEnding(rest) === '') return { type: 'create', path, text: '', overwrites: false };
  const text = givenText(rest.replace(WITH, ''));
  if (text !== undefined) return { type: 'create', path, text, overwrites: /^overwrite/i.test(found[1] ?? '') };
  const given = SAYING.test(rest) ? rest.replace(WITH, '').replace(/(?<![.!?\s])[.!?\s]+$/, '') : '';
  return {
    type: 'refuse',
    why: `I cannot think of what to write: I can only create ${path} with a text that you give me.`,
    examples: [`Create ${path} with the text: ${given === '' || given.includes('\n') ? 'hello' : given}`],
  };
};

/** In quotation marks, and not the name of a file. */
function isWords(name: string): boolean {
  return /^[`"'“]/.test(name) && /\s/.test(name) && !/\.\w{1,5}.$/.test(name);
}

const PUT = pattern('^(?:write|put|save|store)\\s+');
const PUT_WHERE = pattern(
  '^[\\s,]*(?:in|into|to|as)\\s+(?:an?\\s+|the\\s+)?(?:new\\s+)?(?:file\\s+)?(?:called\\s+|named\\s+)?PATH$',
);
const readPut: Reader = (words) => {
  const start = PUT.exec(words);
  const quoted = start === null ? undefined : quotedText(words.slice(start[0].length));
  const path = pathFrom(PUT_WHERE.exec(quoted?.rest ?? '')?.[1]);
  if (quoted === undefined || path === undefined) return undefined;
  return { type: 'create', path, text: quoted.text, overwrites: false };
};

const APPEND = pattern('^(?:append|add)\\s+(?:the\\s+|this\\s+|a\\s+)?(?:text\\s+|line\\s+|words?\\s+)?');
const APPEND_WHERE = pattern('^[\\s,]*(?:to|at)\\s+(?:the\\s+end\\s+of\\s+)?(?:the\\s+)?(?:file\\s+)?PATH$');
const readAppend: Reader = (words) => {
  const start = APPEND.exec(words);
  const quoted = start === null ? undefined : quotedText(words.slice(start[0].length).replace(/^:\s*/, ''));
  const path = pathFrom(APPEND_WHERE.exec(quoted?.rest ?? '')?.[1]);
  return quoted === undefined || path === undefined ? undefined : { type: 'append', path, text: quoted.text };
};

const INSERT = /^(?:add|insert|put|prepend)\s+(?:the\s+|this\s+|an?\s+)?(?:text\s+|line\s+|words?\s+|comment\s+)?/i;
const INSERT_WHERE = pattern(
  '^\\s*(?:to|at|on|in|into|after|before|above|below)\\b.{0,60}?\\b(?:of|in)\\s+(?:the\\s+)?(?:file\\s+)?PATH$',
);
const readInsert: Reader = (words) => {
  const start = INSERT.exec(words);
  const quoted = start === null ? undefined : quotedText(words.slice(start[0].length));
  const path = pathFrom(INSERT_WHERE.exec(quoted?.rest ?? '')?.[1]);
  if (quoted === undefined || path === undefined) return undefined;
  const why = 'I can add text only at the end of a file.';
  return { type: 'refuse', why, examples: [`Append "${quoted.text}" to ${path}`] };
};

const REPLACE =
  /^(?:replace|change|substitute)\s+(?:all\s+|every\s+|the\s+)*(?:text\s+|word\s+|words\s+|occurrences?\s+of\s+)?/i;
const REPLACE_BY = /^\s*(?:with|by|to|into)\s+(?:the\s+)?(?:text\s+|word\s+)?/i;
const REPLACE_WHERE = pattern('^[\\s,]*(?:everywhere\\s+)?in\\s+(?:the\\s+)?(?:file\\s+)?PATH(?:\\s+everywhere)?$');
const REPLACE_PLAIN = pattern(
  '^(?:(?:replace|substitute)\\s+(?:all\\s+|every\\s+)?([\\w-]+)\\s+(?:with|by)|change\\s+([\\w-]+)\\s+(?:in)?to|(rename)\\s+([\\w-]+)\\s+(?:in)?to)\\s+([\\w-]+)\\s+in\\s+(?:the\\s+)?(?:file\\s+)?PATH$',
);
const readReplacePlain: Reader = (words) => {
  const [, replaced, changed, rename, renamed, to = '', place] = REPLACE_PLAIN.exec(words) ?? [];
  const from = replaced ?? changed ?? renamed;
  const path = pathFrom(place);
  if (from === undefined || path === undefined) return undefined;
  if (rename === undefined) return { type: 'replace', path, from, to };
  const why = 'I cannot rename what is in the code, only replace text.';
  return { type: 'refuse', why, examples: [`Replace "${from}" with "${to}" in ${path}`] };
};
const IN_BETWEEN = pattern('^\\s+in\\s+(?:the\\s+)?(?:file\\s+)?PATH\\s+(?:with|by|to|into)\\s+');
const readReplace: Reader = (words) => {
  const start = REPLACE.exec(words);
  const from = start === null ? undefined : quotedText(words.slice(start[0].length));
  const by = from === undefined ? null : REPLACE_BY.exec(from.rest);
  const to = from === undefined || by === null ? undefined : quotedText(from.rest.slice(by[0].length));
  const between = from === undefined ? null : IN_BETWEEN.exec(from.rest);
  if (from !== undefined && between !== null && from.text !== '') {
    const put = quotedText(from.rest.slice(between[0].length));
    const path = pathFrom(between[1]);
    return put?.rest === '' && path !== undefined
      ? { type: 'replace', path, from: from.text, to: put.text }
      : undefined;
  }
  if (from === undefined || to === undefined || from.text === '') return undefined;
  const path = pathFrom(REPLACE_WHERE.exec(to.rest)?.[1]);
  if (path !== undefined) return { type: 'replace', path, from: from.text, to: to.text };
  return {
    type: 'refuse',
    why: 'I can only replace text in one file that you name.',
    examples: [`Replace "${from.text}" with "${to.text}" in README.md`],
  };
};

const MOVE = pattern(
  '^(rename|move|mv|copy|cp|duplicate)\\s+(?:the\\s+)?(?:file\\s+|folder\\s+)?PATH\\s+(?:(?:to|into|as)\\s+)?(?:the\\s+)?(?:folder\\s+)?PATH$',
);
const readMove: Reader = (words) => {
  const [, verb = '', a, b] = MOVE.exec(words) ?? [];
  const from = pathFrom(a);
  const to = pathFrom(b);
  if (from === undefined || to === undefined) return undefined;
  const isIntoFolder = /\/[`"'”]?$/.test(b ?? '') || (!/\.\w+$/.test(to) && /\.\w+$/.test(from));
  const target = isIntoFolder ? `${to}/${from.replace(/^.*\//, '')}` : to;
  return { type: /^(?:copy|cp|dup)/i.test(verb) ? 'copy' : 'move', from, to: target };
};

const DELETE = pattern('^(?:delete|remove|rm|erase)\\s+(?:the\\s+)?(?:file\\s+)?PATH$');
const readDelete: Reader = (words) => {
  const path = pathFrom(DELETE.exec(words)?.[1]);
  return path === undefined ? undefined : { type: 'delete', path };
};

const LINES_OF = pattern(
  '^(?:show|print|display|cat|read|give)\\s+(?:me\\s+)?(?:the\\s+)?(?:first\\s+(\\d{1,6})\\s+lines|lines?\\s+(\\d{1,6})(?:\\s*(?:to|-|–)\\s*(\\d{1,6}))?)\\s+(?:of|in|from)\\s+(?:the\\s+)?(?:file\\s+)?PATH$',
);
const SHOW = pattern(
  '^(?:show|print|display|cat|read|open|view|type)\\s+(?:me\\s+)?(?:the\\s+)?(?:(?:contents?|text)\\s+of\\s+)?(?:the\\s+)?(?:file\\s+)?PATH(?:\\s+to\\s+me)?$',
);
const readShow: Reader = (words) => {
  const [, head, first, last, place] = LINES_OF.exec(words) ?? [];
  const part = pathFrom(place);
  if (part !== undefined) {
    const from = Number(first ?? 1);
    return { type: 'show', path: part, first: from, last: Number(head ?? last ?? from) };
  }
  const path = pathFrom(SHOW.exec(words)?.[1]);
  return path === undefined || FOLDER.test(path) ? undefined : { type: 'show', path };
};

const FOLDER = /^(?:src|docs|data|tests|lib|test)$/;

const DESCRIBE = pattern(
  "^(?:describe|summari[sz]e|outline|review|look at|explain|what(?:'s| is) in|what does|what is|how (?:big|large|long) is)\\s+(?:the\\s+)?(?:file\\s+)?PATH(?:\\s+(?:do|contain|say|for|about))?$",
);
const readDescribe: Reader = (words) => {
  const path = pathFrom(DESCRIBE.exec(words)?.[1]);
  return path === undefined || FOLDER.test(path) ? undefined : { type: 'describe', path };
};

const COUNT =
  /^(?:count|how many)\s+(?:all\s+)?(?:the\s+)?(?:number\s+of\s+)?(lines|words|characters|letters|files)\b(?:\s+of\s+code\b)?\s*(.*)$/is;
const COUNT_WHERE = pattern(
  '^(?:(?:are|is|does|do|of|in)\\s+)*(?:there\\s+)?(?:(?:in|of)\\s+)?(?:the\\s+)?(?:file\\s+|folder\\s+)?PATH(?:\\s+(?:have|has|contain|contains))?$',
);
const COUNT_ALL =
  /^(?:(?:are|is|does|do)\s+(?!\s))?(?:there(?:\s+are)?)?\s*(?!\s)(?:(?:in|of|does)\s+(?!\s))?(?:the\s+(?!\s))?(?:(?:whole|entire|all)\s+(?!\s))?(?:repository|repo|project|workspace|files|folder|code|all files|everything)?(?:\s+(?:have|has|contain))?$/i;
const COUNT_TEXT =
  /^(?:count|how (?:many times|often))\s+(?:all\s+|the\s+)*(?:occurrences?\s+of\s+|does\s+|is\s+)?(?:the\s+)?(?:word\s+|text\s+)?(.*)$/is;
const COUNT_TEXT_WHERE = pattern(
  '^\\s*(?:(?:occurs?|appears?|used|mentioned)\\s*)?(?:in\\s+(?:the\\s+)?(?:file\\s+)?PATH)?$',
);
const readCount: Reader = (words) => {
  const [, thing = '', rest = ''] = COUNT.exec(words) ?? [];
  if (thing !== '') {
    const what = countedThings[thing.toLowerCase()];
    if (what === undefined) return undefined;
    if (COUNT_ALL.test(rest)) return { type: 'count', what, path: undefined };
    const path = pathFrom(COUNT_WHERE.exec(rest)?.[1]);
    return path === undefined ? undefined : { type: 'count', what, path };
  }
  const [, counted = ''] = COUNT_TEXT.exec(words) ?? [];
  const quoted = quotedText(counted);
  const where = quoted === undefined ? null : COUNT_TEXT_WHERE.exec(quoted.rest);
  if (quoted === undefined || quoted.text === '' || where === null) return undefined;
  return { type: 'count-text', text: quoted.text, path: pathFrom(where[1]) };
};

const countedThings: Readonly<Record<string, CountedThing>> = {
  lines: 'lines',
  words: 'words',
  characters: 'characters',
  letters: 'characters',
  files: 'files',
};

const LIST = pattern(
  '^(?:ls|tree|(?:list|show)(?:\\s+me)?\\s+(?:all\\s+)?(?:the\\s+)?(?:files|everything|folder|tree)|(?:what|which)\\s+files\\s+(?:are\\s+there|exist|do\\s+(?:you|we)\\s+have)|look around|explore(?:\\s+the)?(?:\\s+(?:repository|repo|project|workspace|files))?)(?:\\s+(?:in|under|below|of)\\s+(?:the\\s+)?(?:folder\\s+)?PATH(?:\\s+folder)?)?$',
);
const WHOLE = /^(?:repository|repo|project|workspace|folder|here)$/i;
const readList: Reader = (words) => {
  const found = LIST.exec(words);
  if (found === null) return undefined;
  const [, folder] = found;
  if (folder === undefined || WHOLE.test(folder)) return { type: 'list', folder: '' };
  const path = pathFrom(folder);
  return path === undefined ? undefined : { type: 'list', folder: path };
};

const SEARCH =
  /^(?:search(?:\s+(?:for|the (?:files|code|repository) for|all files for))?|find|grep(?:\s+for)?|look for|where do(?:es)? the (?:text|word))\s+(?:all\s+|every\s+)?(?:(?:occurrences?|mentions?|uses?|places?)\s+(?:of|with)\s+)?(?:the\s+)?(?:word\s+|text\s+)?([\s\S]+)$/i;
const SEARCH_WHERE = pattern('^(.*?)\\s+in\\s+(?:the\\s+)?(?:file\\s+|folder\\s+)?PATH$');
const EVERYWHERE =
  /(?<!\s)\s+(?:in|across)\s+(?:all(?: the)? files|every file|the (?:repository|repo|project|workspace|code|files)|everything)$/i;
/** What is described, not written out, would have to be understood. */
const DESCRIBED = /^(?:out\b|why|how|what|who|whether|bugs?\b|the bug|a\s|an\s|any\s|my\s|me\s)|\s\S+\s\S+\s\S+\s/i;
const readSearch: Reader = (words) => {
  const [, after = ''] = SEARCH.exec(words) ?? [];
  const what = after
    .replace(EVERYWHERE, '')
    .trim()
    .replace(/^(TODO|FIXME)s\b/i, '$1');
  const quoted = quotedText(what);
  const where = pattern('^\\s*in\\s+(?:the\\s+)?(?:file\\s+|folder\\s+)?PATH$');
  if (quoted !== undefined) {
    const path = pathFrom(where.exec(quoted.rest)?.[1]);
    const isUnderstood = quoted.text !== '' && (quoted.rest === '' || path !== undefined);
    return isUnderstood ? { type: 'search', text: quoted.text, path } : undefined;
  }
  const [, plain = what, place] = SEARCH_WHERE.exec(what) ?? [];
  const path = pathFrom(place);
  if (plain === '' || plain.includes('\n') || DESCRIBED.test(plain) || (place !== undefined && path === undefined))
    return undefined;
  return { type: 'search', text: plain, path };
};

const RUN = /^(?:run|execute|\$|>)\s*(?:the\s+|this\s+)?(?:shell\s+)?(?:command\s*)?:?\s*([\s\S]+)$/i;
const COMMAND =
  /^(?:sh|bash|awk|sed|grep|rg|cat|head|tail|wc|sort|uniq|ls|find|echo|printf|diff|jq|cut|tr|tree|seq|date|pwd|cp|mv|mkdir|touch|test|true|false|expr|env|file|\.\/)\b|^\.\//;
const ABSENT =
  /^(?:npm|npx|pnpm|yarn|node|deno|bun|python3?|pip3?|pytest|cargo|rustc|go|make|cmake|gcc|g\+\+|java|javac|mvn|gradle|ruby|perl|php|dotnet|docker|git|curl|wget|ssh|sudo|apt|brew|cd)\b/i;
const readRun: Reader = (words, whole) => {
  if (/^(?:run|execute)\s+(?:all\s+)?(?:the\s+)?tests?(?:\s+suite)?(?:\s+again)?$/i.test(words))
    return { type: 'run-tests' };
  const [, after = ''] = RUN.exec(whole) ?? [];
  const quoted = quotedText(after);
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```[\s.!]*$/.exec(after)?.[1];
  const command =
    fenced ?? (quoted?.rest === '' ? quoted.text : after.replace(/(?<![.!])[.!]+\s*$|(?<![.!\s])\s+$/, ''));
  if (ABSENT.test(command)) {
    const [name = ''] = /^\S+/.exec(command) ?? [];
    const why = `The shell in this page has no ${name}: it runs sh, awk, sed, grep and other text tools, without a network.`;
    return { type: 'refuse', why, examples: ['Run `ls`'] };
  }
  const isCommand = command !== '' && (fenced !== undefined || quoted?.rest === '' || COMMAND.test(command));
  return isCommand ? { type: 'run', command } : undefined;
};

const UNDO = /^(?:undo|revert|roll back)(?:\s+(?:it|that|this|everything|(?:the\s+|your\s+)?(?:last|latest)\s+\w+))?$/i;
const COMPACT = /^compact(?:\s+(?:it|now|(?:the|your)\s+context))?$/i;
/** Commands of the prompt box, asked for in words. */
const readOwnCommand: Reader = (words) => {
  if (UNDO.test(words)) {
    const why = 'I cannot undo anything. The command /undo undoes your last prompt, this one, and then the one before.';
    return { type: 'refuse', why, examples: ['/undo'] };
  }
  if (!COMPACT.test(words)) return undefined;
  return { type: 'refuse', why: 'The context is compacted by a command.', examples: ['/compact'] };
};

const MEMORIES =
  /^(?:\/memory|(?:list|show)(?: me)?(?: all)?(?: (?:your|the|my|saved))? memor(?:y|ies)|what do you (?:remember|have in (?:your )?memory|know about (?:me|us|this project))(?: about (?:me|us|this project|earlier sessions))?|what(?:['’]s| is) in (?:your |the )?memory|(?:which|what) memories (?:do you have|are there))$/i;
const FORGET =
  /^(?:\/forget|forget|stop remembering|remove from (?:your )?memory)(?:\s*:)?\s+(?:(?:what i (?:said|told you) )?(?:about|that)\s+)?([\s\S]{3,})$/i;
/** [U2] */
const FOR_TEAM = /^(\s*(?:please\s+)?(?:remember|note|save)\b)\s+for\s+(?:the|our|my)\s+(?:whole\s+)?team\b/i;
const readMemory: Reader = (words, whole) => {
  if (MEMORIES.test(words)) return { type: 'list-memories' };
  const forAll = whole.replace(FOR_TEAM, '$1');
  const text = toRemember(forAll);
  if (text !== undefined) return { type: 'remember', text, ...(forAll !== whole && { isForTeam: true }) };
  const [, about] = FORGET.exec(words) ?? [];
  return about === undefined ? undefined : { type: 'forget', about };
};

const EXISTS = pattern(
  '^(?:(?:is|are)\\s+there|do\\s+(?:we|you|i)\\s+have|does\\s+(?:the\\s+|this\\s+)?(?:repository|repo|project)\\s+have)\\s+(?:an?\\s+|any\\s+|the\\s+)?(?:file\\s+)?(?:called\\s+|named\\s+)?PATH(?:\\s+file)?$|^does\\s+(?:the\\s+file\\s+)?PATH\\s+exist$',
);
const readExists: Reader = (words) => {
  const [, there, exists] = EXISTS.exec(words) ?? [];
  const name = pathFrom(there ?? exists);
  return name === undefined ? undefined : { type: 'exists', name };
};

const FOLDER_WANTED = /^(?:create|make|add)\s+(?:an?\s+|the\s+)?(?:new\s+|empty\s+)?(?:folder|directory)\b/i;
const readFolder: Reader = (words) =>
  FOLDER_WANTED.test(words)
    ? {
        type: 'refuse',
        why: 'A folder exists here as long as there is a file in it.',
        examples: ['Create notes/first.txt with the text: hello'],
      }
    : undefined;

const readersOfTexts: readonly Reader[] = [readAppend, readPut, readCreate, readRun];

const readers: readonly Reader[] = [
  readAbilities,
  readMemory,
  readOwnCommand,
  readExists,
  readFolder,
  readAppend,
  readPut,
  readInsert,
  readReplacePlain,
  readReplace,
  readCreate,
  readMove,
  readDelete,
  readCount,
  readList,
  readShow,
  readDescribe,
  readRun,
  readSearch,
];
