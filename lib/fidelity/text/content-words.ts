/** A content word, and its position. */
export interface ContentWord {
  /** Stemmed: `pushes`, `pushed` and `pushing` are one word. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Contains a sign or a digit, as paths and names do: it must match exactly. */
  readonly isExact: boolean;
}

/** Maximum length: endless runs without a blank are cut. */
const WORD = /[\p{L}\p{N}_$](?:[-./:@\\'’]?[\p{L}\p{N}_$]){0,199}/gu;
/** Chinese and Japanese, Korean, and all other scripts. */
const WRITING =
  /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[\uac00-\ud7ff]+|[^\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7ff]+/g;
const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7ff]/;

/** Words that are everywhere, or say whether to do something and not what. */
const LITTLE_WORDS = new Set(
  `a an the this that these those it its they them their there here we us our you your i me my he she his her and or but so if then
  than as of in on at to for from with by into onto over under about up out off again also just only too very please always never not
  no don't dont do does did doing done must mustn't should shouldn't shall will would can can't cannot could may might need needs
  have has had having be is are was were been being am without unless until before after when while where which who what how why
  make sure ensure remember forget important any some all each every both either neither such more most other others same own now ever yet still let
  let's it's that's i'm i'll we'll you'll isn't aren't wasn't weren't won't doesn't didn't avoid prefer instead want wants wanted user user's rule one ones`
    .split(/\s+/)
    .flatMap((word) => [word, word.replace("'", '’')]),
);
const LITTLE_WORDS_ELSEWHERE =
  /不要|不能|不可以|不得|不许|不应|禁止|严禁|千万别|请勿|切勿|永远|从不|必须|必須|务必|一定要|始终|只能|仅限|之前|之后|应该|需要|しないでください|しないで|してください|しなければならない|してはいけない|してはいけません|してはならない|する前に|する|した|して|(?<=[\u30a0-\u30ff\u4e00-\u9fff])[をはがのにでとも](?![\u3040-\u309f])|ください|です|ます|ません|必ず|常に|決して|いつも|하지(?: ?마세요| ?마| ?말|(?![\uac00-\ud7ff]))|마세요|하세요|하십시오|해 ?주세요|해야 ?합니다|합니다|[을를은는](?![\uac00-\ud7ff])|반드시|항상|절대/g;

/**
 * The content words of a text. Chinese, Japanese and Korean have no reliable spaces: there, every two adjacent characters
 * are a word.
 */
export function contentWords(text: string): readonly ContentWord[] {
  const words: ContentWord[] = [];
  for (const { 0: whole, index } of text.matchAll(WORD)) {
    if (!EAST_ASIAN.test(whole)) {
      addWord(words, whole, index);
      continue;
    }
    for (const { 0: piece, index: within } of whole.matchAll(WRITING)) {
      if (EAST_ASIAN.test(piece)) addPairs(words, piece, index + within);
      else addWord(words, piece, index + within);
    }
  }
  return words;
}

function addWord(words: ContentWord[], text: string, start: number): void {
  const lower = text.toLowerCase();
  if (LITTLE_WORDS.has(lower) || !/[\p{L}\p{N}]/u.test(text)) return;
  const isExact = /[\d_./:@\\$]|[a-z][A-Z]/.test(text);
  words.push({ word: isExact ? lower : stem(lower), start, end: start + text.length, isExact });
}

function addPairs(words: ContentWord[], run: string, start: number): void {
  // Replaced with the same length, because positions must stay valid.
  const about = run.replace(LITTLE_WORDS_ELSEWHERE, (little) => ' '.repeat(little.length));
  for (const piece of about.matchAll(/\S+/g)) {
    const from = start + piece.index;
    const [text] = piece;
    if (text.length === 1) words.push({ word: text, start: from, end: from + 1, isExact: false });
    for (let at = 0; at + 2 <= text.length; at++) {
      words.push({ word: text.slice(at, at + 2), start: from + at, end: from + at + 2, isExact: false });
    }
  }
}

const ENDINGS = ['ing', 'ed', 'es', 's', 'e'];

/** A rough English stemmer. The forms of a word only have to become equal. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const ending = ENDINGS.find((each) => word.endsWith(each)) ?? '';
  const short = word.slice(0, word.length - ending.length);
  if (short.length < 2) return word;
  const last = short.charAt(short.length - 1);
  if (last === 'i') return `${short.slice(0, -1)}y`;
  return last === short.at(-2) && !'aeiou'.includes(last) ? short.slice(0, -1) : short;
}
