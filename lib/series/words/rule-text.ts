/** A rule from docs/rules.md. */
export interface RuleText {
  readonly title: string;
  /** Its first paragraph, which makes sense on its own. */
  readonly summary: string;
  /** The rest: paragraphs, lists and formulas, separated by empty lines. */
  readonly more: string;
}

export type RuleBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'formula'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] };

const FORMULA = /^ {4}/;
const ITEM = /^(?:- |\d+\. )/;

/** The subset of Markdown that the rules use. */
export function ruleBlocks(more: string): readonly RuleBlock[] {
  return more
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '')
    .map(blockOf);
}

function blockOf(text: string): RuleBlock {
  const lines = text.split('\n');
  if (lines.every((line) => FORMULA.test(line))) {
    return { type: 'formula', text: lines.map((line) => line.replace(FORMULA, '')).join('\n') };
  }
  if (!ITEM.test(text)) return { type: 'paragraph', text: lines.join(' ') };
  const items = text.split(/\n(?=- |\d+\. )/).map((item) => item.replace(ITEM, '').replaceAll(/(?<!\s)\s*\n\s*/g, ' '));
  return { type: 'list', isOrdered: /^\d/.test(text), items };
}

export interface TextRun {
  readonly text: string;
  readonly isCode: boolean;
}

/** Text between backticks is code. */
export function textRuns(text: string): readonly TextRun[] {
  return text
    .split('`')
    .map((run, place) => ({ text: run, isCode: place % 2 === 1 }))
    .filter((run) => run.text !== '');
}
