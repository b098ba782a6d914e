import { startsWithVerb } from '../../fidelity/rules/rule-cues';
import { userRules } from '../../fidelity/rules/user-rules';
import { contentWords } from '../../fidelity/text/content-words';
import type { MemoryType } from '../files/memory-type';

/** What the user says about themselves. “I'm getting an error” is about the task. */
const ABOUT_SELF = [
  /\b(?:I am|I(?:'|’)m) (?:(?:a|an|the|one of the) (?!bit\b|little\b|lot\b|few\b|couple\b)|new to\b|not (?:very |really |so )?(?:familiar|experienced|fluent)\b|(?:very |quite |well )?(?:familiar|experienced|fluent)\b|responsible for\b|in charge of\b|colou?r[- ]?blind|blind|dyslexic|based in\b)/i,
  /\bI (?:work (?:as|at|for|in|on|with)|study|maintain|lead|manage|teach|own|run (?:a|the|this) (?:team|company|project))\b/i,
  /\bI(?:(?:'|’)ve| have) (?:never (?:used|touched|written|worked)|(?:been )?(?:writ\w+|work\w+|us\w+|programm\w+|cod\w+|develop\w+|maintain\w+)\b.{0,60}\b(?:years?|decades?|months?|long time))/i,
  /\bas an? (?!(?:rule|result|test|start|first|whole|side|next|last|matter|consequence|reminder|bonus|workaround|quick|temporary)\b)[\w-]+(?: [\w-]+){0,2},? I\b/i,
  /\bmy (?:role|job|background|profession|day job|native language|mother tongue) (?:is|was)\b/i,
  /\bI (?:don(?:'|’)?t|do not) (?:know|speak|understand) (?:any |much |a lot of )?[A-Z][\w+#]+(?: at all)?[.,!]?\s*$/,
];

const PLACES =
  /(?<![\w-])(?:linear|jira|trello|asana|notion|confluence|slack|discord|teams channel|grafana|datadog|sentry|kibana|figma|miro|pagerduty|airtable|google (?:docs?|drive|sheets?)|sharepoint|wiki|runbooks?|dashboards?|mailing list|issue tracker|bug tracker|board)\b/i;
const ADDRESS =
  /\bhttps?:\/\/(?!localhost|127\.|0\.0\.0\.0)[^\s)>\]]+|\b(?!localhost)[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d{2,5}\b/i;
const LOCATES =
  /\b(?:(?:is|are) (?:tracked|documented|described|kept|collected|listed|stored|reported|discussed|written|found|at|on|in|under|all)|lives?|live in|find|look|check|see|ask|report)\b|\b(?:is|are) (?=https?:|[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d)/i;

/** Who decides, or for whom it is. */
const PEOPLE =
  /\b(?:we|our|us|the (?:\w+ )?(?:team|customers?|clients?|company|board|boss|manager|management|ceo|cto|users)|legal|compliance|security|marketing|sales|support|finance|stakeholders?|customers?|clients?|[A-Z][a-z]+ from \w+)\b/;
const AIMS = [
  /\b(?:the|our) (?:reason|point|motivation|goal|aim|purpose|deadline|plan|priority|budget)(?: (?:for|of|behind|why)\b.{0,60})? (?:is|are|was)\b/i,
  /\b(?:freez\w+|deadline|launch\w*|go(?:es|ing)? live|ships?|shipping|releas\w+|demo|contract|promised|budget|compliance|regulat\w+|audit|decided|agreed|committed|migrat\w+|moving (?:to|away)|phas\w+ out|sunset\w*|deprecat\w+|rewrit\w+)\b/i,
  /\basked (?:for|us)\b.{0,120}\b(?:because|so that|since)\b/i,
];
const WHEN =
  /\b(?:by|after|before|until|on|in|at the end of|from) (?:next |this |the end of |early |late |mid-?)?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:by|after|before|until|on|in|from) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:by|before|until|in|next) (?:Q[1-4]|next (?:week|month|quarter|year)|the end of (?:the )?(?:week|month|quarter|year))\b|\b20\d\d-\d\d-\d\d\b/i;

/** [A3] Passing details: over with the task. */
const PASSING =
  /\b(?:for (?:now|the moment|the time being|today)|(?:just )?this (?:once|time)|at the moment|for a (?:while|minute|second)|right now|not yet|(?:in|for|with) this (?:pr|pull request|task|change|commit|branch|step|session|run)|until (?:i|we)(?:(?:'|’)(?:m|re)| am| are) (?:done|back|finished)|i(?:'|’)m still|today|tonight|(?:do not|don(?:'|’)?t|no need to) (?:make|do|write|change) (?:any (?:\w+ )?(?:changes|edits|code)|anything)|just (?:explain|tell|show|answer|look|ask|plan|discuss))\b/i;
/** [A3] Git history, and how something was fixed. */
const HISTORY =
  /\b(?:commit [0-9a-f]{7,40}|(?:was|were|got|has been) (?:merged|reverted|committed|pushed|fixed|caused)|(?:he|she|they|[A-Z][a-z]+|you|we|i) (?:merged|reverted|committed|pushed|fixed)|(?:fixed|solved|resolved) (?:it|this|that|the)|the (?:bug|problem|crash|issue|error|failure|cause) (?:was|is|came)|last commit|pr #?\d+|git (?:log|blame))\b/i;
/** What is asked to be written there needs no memory. */
const INSTRUCTIONS = /\b(?:CLAUDE(?:\.local)?|AGENTS)\.md\b/i;
/** What it does, not how to work. */
const ABOUT_A_THING = /^(?:\W*(?:also|and|but|so)\W+)?(?:it|this|that|they|there|everything|these|those)\b/i;
/** “How we can …” asks, and “launch …” orders. */
const ASKS = /[?？]["')\]]*$|\b(?:how|whether) (?:we|to|you|i) (?:can|could|should|would|to|might)\b/i;
const ORDERS = /^(?:launch|release|ship|migrate|rewrite|deprecate|freeze|audit|decide|move|plan)\b/i;
/** A rule for more than the thing at hand. */
const GENERAL =
  /\b(?:always|never|ever|from now on|going forward|in (?:the )?future|every time|each time|whenever|everywhere|by default|as a rule|in general|generally|prefer|at all times|immer|nie(?:mals)?|toujours|jamais|siempre|nunca|in (?:this|our) (?:repo\w*|project|team|code ?base)|here we|we (?:always|only|use|prefer)|stop \w+ing)\b|总是|永远|必ず|常に|항상|всегда|никогда/i;
/** How to work, rather than what to make. */
const WORK =
  /\b(?:answers?|repl(?:y|ies)|respon(?:d|ses?)|explain|explanations?|summar\w+|commits?|commit messages?|push|merge|rebase|deploy|publish|release|tests?|mocks?|mocking|comments?|dependenc\w+|packages?|librar\w+|ask(?: me)?|confirm|delete|spelling|english|language|tone|emojis?|pull requests?|branches|refactor\w*|lint\w*|format\w*|review|diffs?|verbose|short|brief|concise)\b/i;
/** About the thing at hand. */
const POINTS =
  /\b(?:this|that|these|those|it) (?:button|page|file|form|function|test|one|line|field|label|title|component|endpoint|feature|bug|error|table|view|screen|section|class|method|column|row)\b|\bthe (?:\w+ )?(?:branch|commit|diff|harness|build|pr|website|page|button|form|label|title|heading)\b|(?:^|\s)[\w.@~-]*\/[\w./-]+\.\w{1,5}\b|\b[\w-]+\.(?:tsx?|jsx?|py|go|rs|java|rb|css|html|json|ya?ml|toml|sh|cpp|c|h)\b/i;

const REMEMBER =
  /^(?:\/remember\s+|(?:please |pls |and |also )*(?:remember|note|keep in mind|don(?:'|’)?t forget)(?: that\b|:)\s*)(.{8,})$/is;

/** What the user asked to remember, without the words that ask. */
export function toRemember(sentence: string): string | undefined {
  return REMEMBER.exec(sentence)?.[1]?.trim();
}

/** [A2] [A3] What kind of memory a sentence of the user is, if it is one. */
export function kindOfSentence(sentence: string): MemoryType | undefined {
  if (HISTORY.test(sentence) || INSTRUCTIONS.test(sentence)) return undefined;
  const asks = ASKS.test(sentence);
  if (!asks && LOCATES.test(sentence) && (PLACES.test(sentence) || ADDRESS.test(sentence))) return 'reference';
  const isPassing = PASSING.test(sentence);
  if (!asks && !isPassing && ABOUT_SELF.some((cue) => cue.test(sentence))) return 'user';
  if (!isPassing && isLastingRule(sentence)) return 'feedback';
  const bare = sentence.replace(/^(?:please|pls|and|then|now|also|ok|okay|so)\b[ ,]*/i, '');
  const isOrder = startsWithVerb(bare) || ORDERS.test(bare);
  if (!asks && !isPassing && !isOrder && PEOPLE.test(sentence) && AIMS.some((cue) => cue.test(sentence)))
    return 'project';
  return !asks && !isOrder && WHEN.test(sentence) && AIMS.some((cue) => cue.test(sentence)) ? 'project' : undefined;
}

/** “Never in there” says nothing without what it is about. */
const FEWEST_WORDS = 2;

function isLastingRule(sentence: string): boolean {
  return userRules(sentence).some(({ text }) => {
    if (contentWords(text).length < FEWEST_WORDS) return false;
    if (ABOUT_A_THING.test(sentence) && !WORK.test(text)) return false;
    return GENERAL.test(text) || (WORK.test(text) && !POINTS.test(text));
  });
}
