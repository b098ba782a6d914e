import type { Errand } from './errand';
import { errandIn, withoutPoliteness } from './read-errand';
import { severalIn } from './several';

/** What a prompt asks for, as far as the script understands it. */
export type Meaning =
  /** Work with a plan. */
  | { readonly type: 'fix' | 'fix-and-review' | 'review' }
  | { readonly type: 'go-on' }
  | { readonly type: 'question' }
  | { readonly type: 'errand'; readonly errand: Errand }
  | { readonly type: 'unknown' };

const QUESTION =
  /^(?:what|which|who|whom|whose|where|why|when|how|did|do|does|is|are|was|were|has|have|tell me|explain|read the (?:docs|documentation|manual) and tell me)\b|^[^.!]{0,400}\?$/i;
const GO_ON =
  /^(?:ok(?:ay)?[,.! ]+|yes[,.! ]+|please )*(?:go on|keep going|continue|proceed|carry on|go ahead|more|next)\b[^\n]{0,40}$/i;
const REVIEW =
  /^(?:do a |start a )?review(?:ing)?\b(?:\s+(?:of|all|every|each|the|whole|rest|everything|files?|code|repository|repo|project|program|it|them))*$|\b(?:check|look at|look through|read|go through) (?:all|every|each|the rest)\b|^(?:read|check) everything$|\bevery file\b/i;
const FIX =
  /\b(?:fix|repair|mend|debug|solve|correct|resolve)\w*\s+(?:(?:all|the|this|that|any|these|those|my|our|its?|failing|broken|red|remaining|other|unit|two|four)\s+)*(?:tests?|test suite|bugs?|failures?|cases?|it|them|this|that|everything|errors?|problems?|program|code)\b|\b(?:make|get)\s+(?:all\s+)?(?:the\s+)?tests?\s+(?:suite\s+)?(?:to\s+)?(?:pass|green|work)/i;

export function meaningOf(asked: string): Meaning {
  const several = severalIn(asked, (part) => oneMeaningOf(part).type !== 'unknown');
  return several === undefined ? oneMeaningOf(asked) : { type: 'errand', errand: several };
}

function oneMeaningOf(asked: string): Meaning {
  const errand = errandIn(asked);
  if (errand !== undefined) return { type: 'errand', errand };
  const text = withoutPoliteness(asked);
  if (GO_ON.test(text)) return { type: 'go-on' };
  const clauses = clausesOf(text);
  const fixes = clauses.some(isFix);
  const reviews = clauses.some(isReview);
  const condition = fixes || reviews ? clauses.find((clause) => FORBIDS.test(clause) && !KEPT.test(clause)) : undefined;
  if (condition !== undefined) {
    const why = `I cannot follow a condition such as “${condition.slice(0, 120).toWellFormed()}”.`;
    const wanted = clauses.filter((clause) => isFix(clause) || isReview(clause));
    return { type: 'errand', errand: { type: 'refuse', why, examples: wanted } };
  }
  if (fixes) return { type: reviews ? 'fix-and-review' : 'fix' };
  if (QUESTION.test(text) && !FORBIDS.test(text) && !WANTED.test(text) && !/^(?:fix|repair)\b/i.test(text))
    return { type: 'question' };
  return { type: reviews ? 'review' : 'unknown' };
}

/** Requests of a prompt that no plan of the script covers. */
export function leftOverIn(asked: string): readonly string[] {
  return clausesOf(withoutPoliteness(asked))
    .filter((clause) => WANTED.test(clause) && !isFix(clause) && !isReview(clause) && !TESTS.test(clause))
    .slice(0, 5)
    .map((clause) => clause.slice(0, 120).toWellFormed());
}

const WANTED =
  /^(?:write|create|add|make|delete|remove|rename|move|translate|deploy|refactor|explain|summari[sz]e|update|build|implement|commit|push|publish|install|upgrade|convert|port|document|optimi[sz]e|tell|send|open|post|change|design|draw)\b/i;
/** What must not be done. */
const FORBIDS = /^(?:(?:but|and|also)\s+)*(?:do not|don['’]t|never|without)\b/i;
/** What the plans never do anyway. */
const KEPT =
  /^(?:(?:but|and|also)\s+)*(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:edit|chang|touch|modify|alter|weaken|delet|remov)\w*\s+(?:(?:any|of|the|these|those|its|my|our|failing|test)\s+)*(?:tests?|cases?)(?:\s+(?:files?|suite|cases?))?(?:\s+(?:themselves|itself))?$/i;
const NEGATED = /\b(?:do not|don['’]t|never|without|stop|avoid|not to|no need to|instead of|rather than)\b/i;
const TESTS = /^(?:run|check)\b.*\btests?\b/i;
const LONGEST = 20_000;

function clausesOf(text: string): readonly string[] {
  return text
    .slice(0, LONGEST)
    .replace(/[^\S\n]{2,}/g, ' ')
    .split(/(?<![.!?;\n])[.!?;\n]+(?:\s+|$)|,?(?<!\s)\s+(?:and\s+)?then\s+|,?(?<!\s)\s+and\s+|,\s+/i)
    .map((clause) => withoutPoliteness(clause))
    .filter((clause) => clause !== '');
}

/** "How do I fix …" is a question. A named file is not what the tests point to. */
function isFix(clause: string): boolean {
  return (
    FIX.test(clause) &&
    !NEGATED.test(clause) &&
    !/\w\.\w/.test(clause) &&
    !/^(?:how|why|what|when|who|did|does|has|is|are|was)\b/i.test(clause)
  );
}

function isReview(clause: string): boolean {
  return REVIEW.test(clause) && !NEGATED.test(clause);
}
