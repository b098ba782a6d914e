/** A rule as docs/rules.md has it. */
export interface RuleText {
  readonly title: string;
  /** Its first paragraph, which makes sense by itself. */
  readonly summary: string;
  /** What follows: paragraphs, lists and formulas, an empty line between them. */
  readonly more: string;
}

export type RuleBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'formula'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] };

const FORMULA = /^ {4}/;
const ITEM = /^(?:- |\d+\. )/;

/** As much of Markdown as the rules are written in. */
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
  const items = text.split(/\n(?=- |\d+\. )/).map((item) => item.replace(ITEM, '').replaceAll(/\s*\n\s*/g, ' '));
  return { type: 'list', isOrdered: /^\d/.test(text), items };
}

export interface TextRun {
  readonly text: string;
  readonly isCode: boolean;
}

/** What stands between backticks is code. */
export function textRuns(text: string): readonly TextRun[] {
  return text
    .split('`')
    .map((run, place) => ({ text: run, isCode: place % 2 === 1 }))
    .filter((run) => run.text !== '');
}
