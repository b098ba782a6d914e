import type { RuleText } from '../../lib/series/words/rule-text';

const HEADING = /^### ([A-Z]\d+) · (.+)$/;

/** The rules of docs/rules.md by name, as the page shows them. */
export function ruleTexts(book: string): Readonly<Record<string, RuleText>> {
  const texts: Record<string, RuleText> = {};
  for (const part of book.split(/^(?=#{2,3} )/m)) {
    const [heading = '', ...lines] = part.split('\n');
    const [, id, title] = HEADING.exec(heading) ?? [];
    if (id === undefined || title === undefined) continue;
    const [summary = '', ...more] = lines
      .join('\n')
      .trim()
      .split(/\n{2,}/);
    texts[id] = { title, summary: summary.replaceAll('\n', ' '), more: more.join('\n\n') };
  }
  return texts;
}
