/** What a prompt asks for, as far as the scripted model understands it. */
export type Meaning = 'fix' | 'fix-and-review' | 'review' | 'go-on' | 'question';

const QUESTION =
  /^(?:what|which|who|whom|whose|where|why|when|how|did|do|does|is|are|was|were|has|have|tell me|explain)\b/i;
const GO_ON =
  /^(?:ok(?:ay)?[,.! ]+|yes[,.! ]+|please )*(?:go on|keep going|continue|proceed|carry on|go ahead|more|next)\b/i;
const REVIEW =
  /\breview|\b(?:check|look at|look through|read|go through) (?:all|every|each|the rest)\b|\bevery file\b/i;
const FIX = /\bfix|\brepair|\bmend\b|\bbugs?\b|\bfail|\bbroken\b|\btests?\b/i;

export function meaningOf(asked: string): Meaning {
  const text = asked.trim();
  if (QUESTION.test(text)) return 'question';
  if (GO_ON.test(text)) return 'go-on';
  if (!REVIEW.test(text)) return /\?$/.test(text) && !FIX.test(text) ? 'question' : 'fix';
  return FIX.test(text) ? 'fix-and-review' : 'review';
}
