import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { checkReport } from '../../../lib/rows/gate/check-report';
import { parseCondition } from '../../../lib/rows/gate/condition';
import { gateRow, gateRows, pairsOf, unreadable } from '../../../lib/rows/gate/gate-rows.test-support';
import type { SessionRow } from '../../../lib/rows/session-row';
import { checkJson } from './check-json';
import { checkJunit } from './check-junit';
import { checkMarkdown } from './check-markdown';
import { checkText } from './check-text';
import type { CheckTexts } from './check-words';

const GOLDEN = join(import.meta.dirname, 'golden');
const OUTPUTS = {
  'check.txt': checkText,
  'check.md': checkMarkdown,
  'check.xml': checkJunit,
  'check.json.txt': (texts: CheckTexts) => `${JSON.stringify(checkJson(texts), null, 2)}\n`,
};

function textsOf(ours: readonly SessionRow[], baseline: readonly SessionRow[], ...conditions: string[]): CheckTexts {
  const given = conditions.map((text) => {
    const condition = parseCondition(text);
    if (!condition.ok) throw new Error(condition.error);
    return condition.value;
  });
  return {
    report: checkReport(pairsOf(ours, baseline), given),
    policy: 'ours.json',
    baseline: 'main.json',
    engine: 1,
    unread: [],
    nameOf: ({ hash }) => `sessions/${hash}.jsonl`,
  };
}

const baseline = [
  ...gateRows(30, (place) => ({ cost: 1 + place / 10, neededLater: place % 4 })),
  gateRow({ hash: 'dies' }),
  gateRow({ hash: 'notes', failure: unreadable }),
  gateRow({ hash: 'gone' }),
];
/** More expensive, and one session dies. */
const ours = [
  ...gateRows(30, (place) => ({
    cost: (1 + place / 10) * (1.06 + 0.2 * ((place % 5) - 2)),
    neededLater: (place % 4) + (place % 3 === 0 ? 1 : 0),
    peakTokens: 100_000 + 1_000 * place,
  })),
  gateRow({ hash: 'dies', cost: 0.1, deadAtCall: 12 }),
  gateRow({ hash: 'notes', failure: unreadable }),
  gateRow({ hash: 'new' }),
];
const worse: CheckTexts = {
  ...textsOf(
    ours,
    baseline,
    'lostNeededLater > +2%',
    'cost > +5%',
    'cost > +$40',
    'cost > +50% in any session',
    'peak > 180000 in any session',
    'sent < -10%',
  ),
  unread: [{ file: 'sessions/notes.txt', error: unreadable }],
};

describe('the outputs of a check', () => {
  /** `UPDATE_GOLDEN=1` writes them anew. */
  it.each(Object.entries(OUTPUTS))('%s is as it was', (name, output) => {
    const golden = join(GOLDEN, name);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, output(worse));
    expect(output(worse)).toBe(readFileSync(golden, 'utf8'));
  });

  it('say in one line that all is well, or that nothing could be compared', () => {
    const passed = textsOf(baseline, baseline, 'cost > +5%');
    expect(checkMarkdown(passed)).toMatch(/^### Compaction check passed: 3 gates\n/);
    expect(checkText(passed)).not.toContain('Largest differences');
    const free = gateRows(3, () => ({ cost: null }));
    const unknown = textsOf(free, free, 'cost > +5%');
    expect(checkText(unknown)).toMatch(/^check error: a gate has nothing to compare/);
    expect(checkJunit(unknown)).toContain('<error message="Cost: unknown for each of 3 sessions."');
    expect(checkJson(unknown)).toMatchObject({ check: 'error', gates: [{ verdict: 'unknown', value: null }, {}, {}] });
  });
});

describe('names from files', () => {
  const NAME = 'a|b`c` <img src=x> [link](https://x) @team ]]> "q" & \u0007\ud800\n| x |.jsonl';
  const texts: CheckTexts = {
    ...worse,
    policy: NAME,
    unread: [{ file: NAME, error: { what: NAME, advice: '' } }],
    nameOf: () => NAME,
  };

  it('are text in Markdown: no HTML, links, mentions, cells or lines of their own', () => {
    const plainCells = checkMarkdown(worse)
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).length);
    const cells = checkMarkdown(texts)
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).length);
    expect(cells).toEqual(plainCells);
    const outsideCode = checkMarkdown(texts).replace(/(`+).*?[^`]\1(?!`)/g, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<img|(?<!\\)\[link|@team/);
  });

  it('are cut in Markdown: GitHub refuses long comments', () => {
    const longUnread = { file: NAME, error: { what: NAME.repeat(1_000), advice: '' } };
    const long: CheckTexts = { ...texts, nameOf: () => NAME.repeat(1_000), unread: Array(99).fill(longUnread) };
    expect(checkMarkdown(long).length).toBeLessThan(60_000);
  });

  it('do not move the cursor of a terminal', () => {
    const lines = checkText({ ...worse, nameOf: () => 'a\u001b[2J\nb' });
    expect(lines).not.toContain('\u001b');
    expect(lines.split('\n').length).toBe(checkText(worse).split('\n').length);
  });

  it('are text in XML, which stays valid', () => {
    const junit = checkJunit(texts);
    expect(XMLValidator.validate(junit)).toBe(true);
    expect(junit).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}/u);
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(junit);
    expect(testsuites['@_tests']).toBe(String(texts.report.gates.length));
    expect(testsuites.testsuite.testcase).toHaveLength(texts.report.gates.length);
    expect(testsuites.testsuite['system-out']).toContain('<img src=x>');
  });
});
