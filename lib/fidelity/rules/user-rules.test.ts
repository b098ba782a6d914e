import { describe, expect, it } from 'vitest';
import { userRules } from './user-rules';

const found = (text: string) => userRules(text).map(({ polarity, text: rule }) => `${polarity}: ${rule}`);

describe('[K4] finds', () => {
  it.each([
    ['Always run the tests.', ['do: Always run the tests.']],
    ['Never push to main! Thanks.', ['do-not: Never push to main!']],
    ['Fix it, and please do not touch the schema.', ['do-not: please do not touch the schema.']],
    ["Don't add dependencies", ["do-not: Don't add dependencies"]],
    ['You must use tabs. It is nice.', ['do: You must use tabs.']],
    ['You mustn’t use tabs.', ['do-not: You mustn’t use tabs.']],
    ['Only change a.ts.', ['limit: Only change a.ts.']],
    ['Ask me before deleting anything.', ['limit: Ask me before deleting anything.']],
    ['- Use spaces\n- Avoid `any`', ['do: Use spaces', 'do-not: Avoid `any`']],
    ['提交之前必须运行测试。不要修改配置。', ['limit: 提交之前必须运行测试。', 'do-not: 不要修改配置。']],
    ['テストは必ず実行してください。', ['do: テストは必ず実行してください。']],
    ['Use port 8443, not 8080.', ['limit: Use port 8443, not 8080.']],
    ['Please use tabs rather than spaces.', ['limit: Please use tabs rather than spaces.']],
    ['Branch from develop and not from main.', ['limit: Branch from develop and not from main.']],
    ["Don't forget to lint.", ["do: Don't forget to lint."]],
    ['It is vital that you never push.', ['do-not: It is vital that you never push.']],
    ['Niemals direkt pushen.', ['do-not: Niemals direkt pushen.']],
    ['Ne modifie pas ce fichier.', ['do-not: Ne modifie pas ce fichier.']],
  ])('%s', (text, rules) => expect(found(text)).toEqual(rules));
});

it.each([
  'I don’t know why it fails.',
  'It never worked for me.',
  'Should we always do that?',
  'That was there before.',
  'It only fails on Mondays.',
  'The fault is in a.ts, not in b.ts.',
  'It uses port 8443, not 8080.',
  '```\nnever_called(); // must not happen.\n```',
])('finds no rule in “%s”', (text) => expect(found(text)).toEqual([]));

it('gives the place of each rule', () => {
  const text = '1. Never do a.\n2. Always do b.';
  for (const { start, end, text: rule } of userRules(text)) expect(text.slice(start, end)).toBe(rule);
  expect(userRules(text)).toHaveLength(2);
});

it.each(['.', '. ', 'a', '.)', "don't ", '```\n', '; ', '必须', '!"'])(
  'takes linear time: %j again and again',
  (piece) => {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    for (const { start, end, text: rule } of userRules(text)) expect(text.slice(start, end)).toBe(rule);
  },
);
