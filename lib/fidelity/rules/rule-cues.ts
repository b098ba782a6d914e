/**
 * [K4] How people ask for something that applies beyond the moment, in English. A clause is matched without what precedes
 * its verb (“ok, and please …”).
 */

/** Before the words that matter. */
export const FILLER =
  /^(?:[\s"'“‘()\]*_-]*(?:please|pls|plz|ok(?:ay)?|yes|yeah|yep|no(?=,)|nope|hm+|um+|uh|oh|ah|hey|hi|well|and|but|so|also|then|now|next|just|really|definitely|actually|btw|by the way|one (?:more )?thing|again|important|note|reminder|remember|maybe|perhaps|first|finally|additionally|plus|cool|great|good|fine|thanks|thank you|cheers|perfect|nice|sorry|anyway|oh and|in addition|as i said|like i said|it(?:'|’)?s (?:vital|important|crucial|essential) (?:that|to)|it is (?:vital|important|crucial|essential) (?:that|to)|you)\b[,:!.]*\s+)+/i;

/** Says how something looks, and not what is done once: “name each test …”, but not “fix each test …”. */
const SHAPES =
  'answer|begin|cite|comment|document|end|format|indent|keep|label|log|mark|mention|name|phrase|prefix|quote|round|show|sign|spell|start|style|suffix|tag|treat|use|word|wrap|write';
const VERBS =
  'accept|add|allow|alter|answer|ask|assume|avoid|base|be|begin|branch|build|bump|call|cap|change|check|choose|cite|clean|comment|commit|connect|consider|copy|count|cover|create|delete|deploy|describe|design|disable|do|document|drop|edit|enable|erase|end|exclude|explain|export|favou?r|fetch|finish|fix|focus|follow|format|generate|get|give|go|group|handle|hide|ignore|import|include|indent|install|keep|label|leave|let|limit|link|lint|list|listen|load|log|look|make|mark|measure|mention|merge|modify|move|name|open|order|phrase|pick|place|plan|prefer|prefix|print|publish|push|put|quote|read|rebase|rebuild|record|refer|refactor|release|remember|remove|rename|repeat|replace|reply|report|respond|respect|restart|restrict|return|reuse|review|rewrite|round|run|save|say|send|set|ship|show|sign|skip|sort|speak|spell|squash|start|stay|stick|stop|store|style|suffix|summari[sz]e|switch|tag|take|talk|target|tell|test|touch|translate|treat|try|turn|update|upgrade|use|validate|verify|wait|word|work|wrap|write';
/** It asks, in whatever form. */
const REQUESTS = new RegExp(
  `^(?:${VERBS}|only|no|nothing|nobody|never|always|do not|don(?:'|’)?t|max|at most)\\b|\\b(?:must|should|shall|may|has to|have to|needs to|let(?:'|’)?s|I want|I(?:'|’)?d like|we want|please|pls|plz)\\b`,
  'i',
);

/** Statements, questions and feelings: nothing is asked for. */
export const STATES =
  /^(?:I|it|this|that|he|she|they|there|these|those|which|what|why|how|where|who|whose|is|are|was|were|am|does|did|has|had|have you|will|would|could|can|should|shall|may i|do (?:i|we|you|they|the)|not sure|idk|dunno|looks?|seems?|sounds?|works?)\b/i;
/** “It must work offline” asks although it begins like a statement. */
const ASKS_ANYWAY =
  /^(?:I|it|this|that|they|there|these|those) (?:also |already |really |just |still |definitely )?(?:must|may not|should (?:always|never|only|not)|shouldn(?:'|’)?t|need(?:s)? to (?:always|never|stay)|ha(?:s|ve) to (?:always|never|stay)|expect|insist|would (?:like|love|appreciate|rather|prefer)|want|(?:do not|don(?:'|’)?t) want|prefer|rather|(?:'|’)d|forbid|said|told|asked)\b|^(?:I|it|this|that)(?:'|’)d\b|^(?:can|could|would|will) you (?:please |kindly |just )?(?:always|never|not|stop|avoid|only|keep|stick|leave)\b|^(?:this|that|these|those) [\w-]+(?: [\w-]+)? (?:must|should|has to|have to|needs? to|may not)\b|^it (?:would|(?:'|’)d) be\b|^(?:it|that)(?:'|’)?s (?:ok(?:ay)?|fine|allowed|forbidden|not allowed)\b|^it is (?:ok(?:ay)?|fine|allowed|forbidden|not allowed)\b/i;
/** “It must have been the cache”, “it must be a bug”. */
const GUESSES =
  /\bmust (?:have (?:been|\w+ed)|be (?:the|a|an|because|that|something|some|me|wrong|right|missing|coming|due|joking|kidding)\b)|\b(?:i|we) (?:guess|suppose|assume)\b/i;
/** “It never worked for me” is about the past. */
const PAST =
  /\b(?:was|were|had|did|didn(?:'|’)?t|wasn(?:'|’)?t|weren(?:'|’)?t|hadn(?:'|’)?t|has (?:always|never|only)|have (?:always|never|only))\b|\b(?:always|never|only) (?:[a-z]{2,}ed|got|took|came|went|saw|knew|had|thought|made|ran|found|said|did|could)\b/i;

/** “It would be great if it didn't …” is not about the past. */
const WISHES = /\bit(?: would|(?:'|’)d) be \w+ if\b|\b(?:appreciate|like|prefer) it if\b/i;

const FORBIDS = [
  /\b(?:must ?n(?:'|’)?t|must not|should(?: ?n(?:'|’)?t| not)(?! be (?:a problem|an issue|hard|difficult|too|necessary|possible|surprising))|may not|shall not|ought not to|not allowed|forbidden|prohibited|off[- ]limits|out of bounds|taboo|no[- ]go|sacred|under no circumstances|on no account|in no case)\b/i,
  /^(?:do not|don(?:'|’)?t|dont|do n(?:'|’)t)\b(?! (?:worry|know|think|understand|mind|care|see|get it|have|need|you\b|we\b|i\b|they\b|want to know))/i,
  /^(?:never(?! mind| heard| seen)|avoid|refrain|quit \w+ing|stop \w+ing|steer clear|stay (?:away|clear|out|off)|keep (?:away|clear|out of|off)|hold (?:off|back)|(?:keep )?(?:your )?hands off|keep your hands off|go easy|lay off|no more|no need to|never again|let(?:'|’)?s (?:not|never|avoid))\b/i,
  /^leave\b.*\b(?:alone|as (?:it|they) (?:is|are|was|were)|as[- ]is|untouched|unchanged|in place|where (?:it|they))\b/i,
  /\byou (?:do not|don(?:'|’)?t|dont|can(?:'|’)?t|cannot|never)\b(?! (?:know|think|understand|see|have|need|seem|get|mind|want|believe))/i,
  /\b(?:I|we) (?:also |really |definitely |just )?(?:do not|don(?:'|’)?t|dont) want(?! to (?:know|go|talk|think|say|be))/i,
  /^(?:nobody|no one) (?:must|may|should|can|ever|is allowed)\b|^(?:we|customers|users|people) (?:do not|don(?:'|’)?t|dont|never)\b(?! (?:know|think|understand|see|have|need|seem|get|mind|believe|want|really|we))/i,
  /^(?:[\w'’-]+ ){0,6}(?:never(?! mind| heard| seen)|at no time)\b/i,
  /^no (?!such\b|idea|problem|worries|worry|rush|one|longer|matter|way|clue|reason|doubt|luck|thanks?|time|changes?\b|errors?\b|difference|wonder|big|offen[cs]e|comment|sign|response|answer|hurry|i\b|we\b|you\b|it\b|that\b|this\b|the\b|not\b|let\b|they\b)[\w-]+(?: [\w-]+){0,9}\W*$/i,
  /^(?:\w+ ){0,3}nothing(?: (?:in|under|to|from|about|bigger|larger|longer|more|else|goes|leaves|gets|may|is (?:to|allowed)|for|yet|but|except|without)\b|\W*$)/i,
  /\bit would be (?:great|nice|good|better|lovely|best|cool|perfect) (?:if|not)\b.*(?:n(?:'|’)t|\bnot\b|\bnever\b|\bwithout\b)/i,
  /\b(?:not to be|never to be|stays? out of|keeps? out of|stays? (?:away|off|untouched|private|local))\b/i,
  /\b(?:rather|prefer|appreciate it if|like it if|want) (?:you |it |that )?(?:(?:do|did|does|would|could) ?n(?:'|’)?t|not|never)\b/i,
] as const;

const LIMITS = [
  /(?<!\bnot |\bthe |\bI |\bis |\bcan |\bwould |\bcould |\bmight |\bwill |-)\bonly\b(?! (?:\d|a few|some|two|three|problem|issue|thing|difference|question|reason|one|fails?|works?|happens?|shows?|downside|time))/i,
  /\bnowhere else\b/i,
  /^(?:max(?:imum)?|min(?:imum)?|at most|at least|no more than|up to)\.? \w+/i,
  /^(?:ask|check|run|tell|show|wait|confirm|test|lint|format|review|verify|back up|warn|always|make sure|get|let me (?:know|see|check|review|approve|confirm)|consult|read|save|commit|never|nothing|no)\b.*\bbefore\b(?! (?:we|i) (?:continue|start|begin|go on|move on))/i,
  /^let me (?:review|see|check|approve|confirm|decide|test|read)\b|^(?:leave|that(?:'|’)?s) .{1,40} (?:to|for) me\b/i,
  /^(?:use|keep|run|put|write|call|name|choose|pick|install|deploy|push|commit|branch|import|target|connect|listen|store|save|return|log|format|indent|stick)\b.{1,200}?\bnot\s+(?!that\b|only\b|sure\b|yet\b)\S/i,
  /^[\w-]+(?: [\w-]+){0,2}, not [\w-]+(?: [\w-]+){0,2}\W*$/i,
] as const;

/** The same, if something is asked for at all. */
const LIMITS_OF_REQUESTS = [
  /\b(?:without (?:asking|my|our|first|prior|telling|approval|permission|consent|a review|checking)|unless|instead of|rather than|in place of|at most|at least|no (?:more|longer|fewer|less|bigger|larger|later|earlier) than|up to \d+|one at a time|(?:one|two|three|\d+) \w+ (?:per|at a time)|ask (?:me )?(?:first|before)|check with (?:me|us)|except)\b/i,
  /\buntil (?:I|you|we|further notice|told|it(?:'|’)?s|the)\b/i,
] as const;
const DEMANDS_OF_REQUESTS = [
  /\b(?:from (?:now|here|this point|today) on(?:wards?)?|going forward|in (?:the )?future|at all times|every time|each time|whenever|wherever|as a rule|by default|until further notice|for good|without exception|no exceptions|at all costs)\b/i,
  /(?<!\bas )\balways\b|\b(?:everywhere|throughout)\b/i,
] as const;

const DEMANDS = [
  /\bfor future reference\b|\b(?:keep|bear) (?:this|that|it) in mind\b/i,
  /^whenever you\b|\b(?:from (?:now|here) on(?:wards?)?|going forward)\b/i,
  /\b(?:is|are) always (?!the same|failing|broken|wrong|empty|null|\d|\w+ing\b)/i,
  /^(?:[\w-]+ ){2,6}everywhere\W*$/i,
  // What something else is done for asks for nothing: “add a case to ensure that it fails”.
  /(?<!(?<!\b(?:needs?|have|has|want|wants|try|remember|sure|careful|like|is|are|be|going|ought|supposed|important|please|forget) )\bto )\b(?:make sure|ensure)\b|\b(?:be sure (?:to|that)|be careful|see to it|take care|don(?:'|’)?t forget)\b|\b(?:is|are) (?:required|mandatory|obligatory)\b/i,
  /(?<!\b(?:I|we|that|which|it|this|they|he|she|who|you|there|don(?:'|’)?t) )\b(?:must|has to|have to|needs to|(?:are|is) to be|(?:are|is) supposed to)\b/i,
  /^(?:must|(?:have|need) to always)\b/i,
  /^(?:all|every|each|everything|everyone)\b.{1,60}\b(?:needs?|gets?|goes|has to|have to|starts? with|ends? with|(?:is|are) (?:in|written|named|called|spelled|given|to)|uses?)\b/i,
  /(?<!\b(?:I|we|it|this|that|you|they|he|she|what|which|who|how|where|why|when) )\bshould (?:always|only|be (?!in\b|there|fine|ok|able|done|good|easy|enough|possible|available|around|working|at\b|the\b|a\b|an\b|it\b|called|obvious)|stay|live|go|use|read|follow|match|start|end|begin|have|keep|remain|never|contain|look|work|support|come)\b/i,
  new RegExp(
    `^(?:${SHAPES}) (?:(?:it|to|of|in|at|on) )?(?:each|every|any)\\b|^(?:write|keep|use|name|call|spell|comment|document) all\\b|^(?:${SHAPES})\\b.*\\b(?:(?:in|for|to) (?:each|every|all)|everywhere)\\b`,
    'i',
  ),
  // A thing in general has no article, or is named by “your”.
  /^use (?!cases?\b|(?:it|this|that|these|those|them|both|option|one)\b|the (?:first|second|third|other|new|old|last|same) (?:one|option)?\W*$|(?:the|my|your) [\w -]{1,40}\b(?:to|for|from|i|we|you)\b|.{1,60}\bto (?:learn|find|check|see|get|create|convert|run|make|do|fix|test|build|generate|read|write)\b)[\w"'`#.-]+/i,
  /^keep (?!going|on\b|trying|up\b|in mind|\w+ing\b|(?:it|that|this|both|them|one|the \w+ one)\W*$)/i,
  /^leave (?!(?:it|that|this|them)\W*$|it at that|for\b|a (?:comment|note)\b|this (?:one )?for later)/i,
  /^(?:stick (?:to|with)|stay (?:with|on|in|within|inside|below|under)|prefer|favou?r|follow|respect|obey|wait (?:for (?:me|my)|until)|hands off)\b/i,
  /^(?:answer|reply|respond|speak|talk|comment|write|spell|phrase|word|format|indent|style|name|call|sort|quote|round|label|document|explain|summari[sz]e|translate)\b(?! (?:a|an|the|this|that|it to|me a)\b).*?\b(?:in (?:the )?[\w -]{2,30}|the [\w -]{2,20} way|like\b|as\b|with(?:out)?\b|after\b|briefly|short(?:ly)?|to \w+ (?:digits|decimals|places)|[A-Z]\w+ (?:spelling|style))/i,
  /^(?:write|spell|name|format|phrase)\b.*\b(?:the [\w -]{2,20} way|(?:in|with) (?:British|American|plain|simple)\b)/i,
  /^(?:put|store|save|place|sort|group|wrap|indent|name|call|log|prefix|tag|sign) (?!(?:the|this|that|it|them|a|an|my|these|those|everything|all|me|your)\b)[\w`"'-]+.*\b(?:in|into|under|next to|below|above|to|with|by|after|at)\b/i,
  /^(?:if|when|once|before|after|as soon as|in case|in doubt)\b[^,]{5,90},\s*(?:please |then |just |always |simply )?(?:use|keep|leave|write|put|run|add|ask|tell|check|pick|choose|prefer|make|show|stop|wait|commit|push|update|bump|name|send|mark|mention|log|avoid|don(?:'|’)?t|dont|do not|never|give|look|take|treat|start|stay|stick|say|read|test|lint|create|skip|rebuild|restart|deploy|document|follow|answer|reply|sort|store|save|return|let|include|go)\b/i,
  /^(?:I|we)(?: really| much| strongly| also|(?:'|’)d| would)* prefer (?!option|the (?:first|second|third|former|latter|last)|[a-d1-9]\b|that one|this one)/i,
  /^(?:I|we)(?:(?:'|’)d| would| really| also)* (?:like|want|love|expect|insist|need) .*\b(?:always|everywhere|only|never|whenever|(?:in|for) (?:all|every|each))\b/i,
  /\b(?:our|the|my|house) (?:\w+ )?(?:convention|rule|policy|practice|standard)s? (?:is|are|says?)\b|\ba requirement is\b/i,
  /^(?:in|for|on) (?:this|our|the) (?:\w+ )?(?:repo\w*|project|team|code ?base|company|package|module)\b.*\b(?:we|you)\b/i,
  /^we (?:always|only|use|write|name|indent|commit|branch|deploy|follow)\b.*\b(?:here|in this|by convention|everywhere|around here|for (?:all|every))\b/i,
  /^(?:please )?be (?:brief|concise|terse|short|careful|polite|formal|precise|consistent|honest|kind|strict|conservative|explicit)\b|^(?:please )?be so kind as to\b.*\b(?:each|every|always|all)\b/i,
  /\bit would be (?:great|nice|good|better|lovely|best|cool|perfect) if you (?:could )?(?:leave|keep|stay|stick|always|only)\b/i,
  /\b(?:feel free to|it(?:'|’)?s (?:ok(?:ay)?|fine|allowed) to|it is (?:ok(?:ay)?|fine|allowed) to|anything (?:\w+ ){1,6}(?:can|may) be)\b/i,
  /^(?:can|could|would|will) you (?:please |kindly |just )?(?:always|only|keep|stick|leave)\b/i,
  /^do (?:\w+ ){0,3}(?:always|mention|each|every)\b|^do \w+ .*\b(?:in each|in every|though)\b/i,
] as const;

/** Without a verb: “British spelling please”, “answers in one paragraph”. */
const OUTPUT =
  'answers?|replies|reply|responses?|messages?|comments?|commits?|docs|tests?|names?|identifiers?|variables?|titles?|headings?|dates?|numbers?|lines?|quotes?|texts?|errors?|logs?|sentences?|paragraphs?|spelling|english|style|case|grammar|indentation|tone|language|format|syntax|notation|wording|tabs|spaces|units?|commit messages?|steps|functions?|files?|branch(?:es)?|prs?|pull requests?|ones';
const NOUN_PHRASES = [
  new RegExp(
    `^(?!next|more|another|other|the|that|this|both|two|three|some|any|all)(?:[\\w-]+ ){1,4}(?:${OUTPUT})\\b[^,;?]{0,40},? (?:please|pls|plz)\\W*$`,
    'i',
  ),
  new RegExp(
    `^(?:[\\w-]+ ){0,2}(?:${OUTPUT}) (?:in|as|with|without|under|per|below|like|never|always|on)\\b(?! (?:is|are|was))[^?]{2,90}$`,
    'i',
  ),
  new RegExp(
    `^(?:curly|straight|single|double|small|short|long|plain|simple|large|big|one|full|british|american)(?: [\\w-]+)? (?:${OUTPUT})\\b[^?,;]{0,60}$`,
    'i',
  ),
] as const;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|do|does|did|fails?|failed|breaks?|broke|works?|worked|shows?|showed)\b/i;

/** “About what it should look like”: a question within a sentence. */
const WONDERS = /\b(?:what|how|where|which|whether|why|who|if)\b.{0,40}\b(?:should|must|needs?|has to|have to)\b/i;

const FOR_NOW = /\b(?:for (?:now|the moment|the time being|today)|at the moment|for a while)\b/i;
const STAYS = /^(?:only|no|not|nothing|keep|leave|use|stay|skip|stick|just|let(?:'|’)?s (?:not|keep|stay|leave))\b/i;

const IMPERATIVE = new RegExp(`^(?:${VERBS})\\b`, 'i');

/** As an order does. */
export function startsWithVerb(text: string): boolean {
  return IMPERATIVE.test(text);
}

export type Polarity = 'do' | 'do-not' | 'limit';

/** What a clause asks for in English, if anything that lasts. */
export function englishPolarity(clause: string): Polarity | undefined {
  const bare = clause.replace(FILLER, '').replace(/["“”]/g, '');
  const asks = ASKS_ANYWAY.test(bare);
  if ((STATES.test(bare) && !asks) || GUESSES.test(bare)) return undefined;
  const isPast = PAST.test(bare) && !WISHES.test(bare);
  if (!isPast && FORBIDS.some((cue) => cue.test(bare))) return 'do-not';
  if (isPast) return undefined;
  const isRequest = REQUESTS.test(bare) || (!FINITE.test(bare) && isShort(bare));
  if (LIMITS.some((cue) => cue.test(bare))) return 'limit';
  if (isRequest && LIMITS_OF_REQUESTS.some((cue) => cue.test(bare))) return 'limit';
  if (FOR_NOW.test(bare) && STAYS.test(bare)) return 'limit';
  if (DEMANDS.some((cue) => cue.test(bare)) && !WONDERS.test(bare)) return 'do';
  if (isRequest && DEMANDS_OF_REQUESTS.some((cue) => cue.test(bare))) return 'do';
  return !FINITE.test(bare) && NOUN_PHRASES.some((cue) => cue.test(bare)) ? 'do' : undefined;
}

const MOST_WORDS_WITHOUT_VERB = 9;

function isShort(clause: string): boolean {
  return clause.split(/\s+/, MOST_WORDS_WITHOUT_VERB + 1).length <= MOST_WORDS_WITHOUT_VERB;
}
