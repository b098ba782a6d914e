import { type ContentWord, contentWords } from '../text/content-words';

/** Different words for one thing. The first one names it; longer ones are looked for first. */
const SAME: readonly (readonly string[])[] = [
  [
    'change',
    'modify',
    'modifying',
    'modified',
    'edit',
    'edits',
    'editing',
    'touch',
    'touching',
    'touched',
    'alter',
    'adjust',
    'tamper with',
    'interfere with',
  ],
  [
    'ask',
    'asks',
    'asking',
    'asked',
    'confirm',
    'confirmation',
    'consult',
    'check with',
    'permission',
    'approval',
    'approve',
    'approved',
    'consent',
    'sign-off',
    'sign off',
    'go-ahead',
    'say-so',
    'my ok',
    'my okay',
    "user's ok",
  ],
  [
    'local',
    'locally',
    'my machine',
    'this machine',
    'my laptop',
    'this laptop',
    'my computer',
    'this computer',
    "user's machine",
    "user's laptop",
    "user's computer",
    'the machine',
    'the laptop',
  ],
  ['manual', 'manually', 'by hand'],
  ['british', 'en-gb', 'uk'],
  ['american', 'en-us'],
  ['spell', 'spelling', 'spelled', 'spelt'],
  [
    'reply',
    'replies',
    'answer',
    'answers',
    'answering',
    'respond',
    'response',
    'responses',
    'antworte',
    'antworten',
    'réponds',
    'réponse',
    'réponses',
    'responde',
    'respuestas',
    'отвечай',
    'отвечать',
    'ответы',
  ],
  ['brief', 'short', 'shorter', 'concise', 'terse', 'succinct'],
  ['long', 'longer', 'detailed', 'verbose', 'lengthy', 'elaborate'],
  [
    'delete',
    'deletes',
    'deleting',
    'remove',
    'removes',
    'removing',
    'erase',
    'wipe',
    'purge',
    'drop',
    'clear',
    'clearing',
  ],
  [
    'dependency',
    'dependencies',
    'package',
    'packages',
    'library',
    'libraries',
    'npm package',
    'npm packages',
    'third-party code',
  ],
  [
    'release',
    'releases',
    'publish',
    'publishing',
    'ship',
    'ships',
    'deploy',
    'deploys',
    'deploying',
    'deployment',
    'roll out',
  ],
  ['docstring', 'docstrings', 'doc comment', 'doc comments'],
  ['dash', 'dashes', 'em-dash', 'em-dashes', 'em dash', 'em dashes', 'long dash', 'long dashes'],
  ['offline', 'without internet', 'without a connection', 'no internet', 'without network'],
  ['max', 'at most', 'no more than', 'not more than', 'maximum', 'up to', 'no longer than', 'no bigger than'],
  ['everywhere', 'throughout', 'in all places', 'across the board'],
  ['german', 'deutsch', 'auf deutsch', 'allemand', 'alemán'],
  ['english', 'englisch', 'anglais', 'inglés', 'английском'],
  ['french', 'französisch', 'français', 'francés'],
  ['unsure', 'in doubt', 'not sure', 'uncertain'],
  ['simple', 'simpler', 'simplest', 'plain', 'minimal'],
  ['upload', 'uploads', 'uploading', 'send away'],
  ['git push', 'pushes', 'pushing', 'pushed', 'push'],
  ['show', 'shown'],
  ['write', 'written', 'wrote'],
  ['send', 'sent'],
  ['choose', 'chosen'],
  ['hide', 'hidden'],
];

/** What is the opposite of what, among the names above and other words. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['british', 'american'],
  ['brief', 'long'],
  ['tab', 'space'],
  ['manual', 'automatic'],
  ['local', 'remote'],
  ['local', 'cloud'],
  ['singl', 'doubl'],
  ['enabl', 'disabl'],
  ['allow', 'forbid'],
  ['includ', 'exclud'],
  ['public', 'privat'],
  ['synchronou', 'asynchronou'],
  ['uppercas', 'lowercas'],
  ['present', 'past'],
  ['light', 'dark'],
  ['small', 'larg'],
  ['small', 'big'],
  ['first', 'last'],
  ['old', 'new'],
  ['formal', 'informal'],
  ['minimum', 'max'],
  ['ascend', 'descend'],
  ['snake_cas', 'camelcas'],
  ['online', 'offline'],
];

/** As the words of a text are. */
function stemOf(word: string): string {
  return contentWords(word)[0]?.word ?? word;
}

const opposites = new Map<string, readonly string[]>();
for (const pair of OPPOSITES) {
  const [a = '', b = ''] = pair.map(stemOf);
  opposites.set(a, [...(opposites.get(a) ?? []), b]);
  opposites.set(b, [...(opposites.get(b) ?? []), a]);
}

const isPhrase = (text: string) => text.includes(' ');
const phrases = new Map(
  SAME.flatMap(([name = '', ...others]) => others.filter(isPhrase).map((other) => [other, name] as const)),
);
const words = new Map(
  SAME.flatMap(([name = '', ...others]) =>
    others.filter((other) => !isPhrase(other)).map((other) => [stemOf(other), stemOf(name)] as const),
  ),
);
/** The longest first. None is shorter than its name, so that positions stay. */
const PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${[...phrases.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}_-])`,
  'giu',
);

/** They ask, or say for how long; what is asked for is in the others. */
const LITTLE = stemsOf(
  'nowhere else stop quit pls plz dont doesnt isnt cant wont shouldnt lets btw ok okay thank thanks yeah hey umm thing way like moment everything nothing anything everyone nobody great nice kind possible stay stick leave leaf keep kept going forward repo repository project codebase here though myself yourself',
);
function stemsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(stemOf));
}

/** They are in every other sentence of a summary, and decide nothing. */
const COMMON = stemsOf(
  'file folder code change use make work add write run put set new part place line name user text test data function class page app need want update show get give take go',
);
const LITTLE_ELSEWHERE = new Set(
  `bitte immer nicht nichts kein keine keinen der die das den dem des ein eine einen einem und oder nur auf im in mit von zu für ist sind darf soll sollen muss müssen mein meine benutzer möchte vorerst
  le la les l un une des du de et ou en au aux ne pas plus jamais toujours s il te plaît vous est sont utilisateur veut doit
  el los las una unos y o no nunca siempre por favor ahora con sin del al es son usuario quiere debe solo sólo se
  не никогда всегда только на по в и с без из для моего мой это пожалуйста пользователь просит`
    .split(/\s+/)
    .flatMap((word) => [word, stemOf(word)]),
);

/** How something is forbidden or asked for: only its object says what the rule is about. */
const MANNERS =
  /\b(?:(?:keep (?:your |one's )?)?hands off|(?:steer|stay|keep|remain)s? (?:away|clear|out|off)(?: (?:from|of))?|leave (?:it )?to me|alone|as(?: |-)(?:is|it is|they are|it was|they were)|untouched|unchanged|in place|(?:is |are )?off[- ]limits|sacred|taboo|under no circumstances|at all (?:costs|times)|no need to|make sure(?: that)?|feel free to|it would be (?:great|nice|good|better|lovely) if|be so kind as to|(?:I|we)(?:['’]d| would) (?:like|love|prefer|rather)|the user (?:wants|asked|prefers|requested|insists|said)(?: (?:that|to|for))?)\b/giu;

/** Of “you're” and “we've”. */
const CONTRACTED = /^(?:you|we|they|i|it|that|there)$/;

/** [K4] The words of a rule or a sentence by what they mean. */
export function ruleWords(text: string): readonly ContentWord[] {
  const bare = text.replace(MANNERS, (manner) => ' '.repeat(manner.length));
  const named = bare.replace(PHRASE, (found) => (phrases.get(found.toLowerCase()) ?? found).padEnd(found.length));
  return contentWords(named).flatMap((each) => {
    const word = each.isExact ? each.word : each.word.replace(/['’](?:s|re|ve|ll|d|m)?$/, '');
    return LITTLE.has(word) || CONTRACTED.test(word) ? [] : [{ ...each, word: words.get(word) ?? word }];
  });
}

const BEGINNING = 4;
/** Chinese and Japanese have no blanks around them; what Japanese says in Hiragana is mostly endings. */
const LITTLE_PIECES =
  /[\u3040-\u309f]+|所有|全部|一律|都|请|要|先|用户|ユーザー|全て|(?<!\p{L})(?:l|d|qu|n|s|j|c)['’](?=\p{L})/giu;

/** The same without English endings: other languages change the ends of words, too. */
export function ruleWordsElsewhere(text: string): readonly ContentWord[] {
  const bare = text.replace(LITTLE_PIECES, (little) => ' '.repeat(little.length));
  return ruleWords(bare)
    .filter(({ word }) => !LITTLE_ELSEWHERE.has(word))
    .map((each) => (each.isExact ? each : { ...each, word: beginningOf(each.word, bare.slice(each.start, each.end)) }));
}

/** Of a word as it is written: English endings are not those of other languages. */
function beginningOf(word: string, written: string): string {
  const plain = written.toLowerCase();
  return (word.slice(0, 2) === plain.slice(0, 2) ? plain : word).slice(0, BEGINNING);
}

export function isCommonWord(word: string): boolean {
  return COMMON.has(word);
}

export function oppositesOf(word: string): readonly string[] {
  return opposites.get(word) ?? [];
}
