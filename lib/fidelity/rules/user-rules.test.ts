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

describe('[K4] finds requests in everyday words', () => {
  it.each([
    ['write colour the British way please', 'do'],
    ['leave this on my machine!', 'do'],
    ['only by hand for the moment', 'limit'],
    ['no long dashes pls', 'do-not'],
    ['dont send anything to the printer', 'do-not'],
    ['oh and please no pop-ups', 'do-not'],
    ['looks fine, dont touch the header', 'do-not'],
    ['keep the public names as they are', 'do'],
    ['hands off my notes', 'do-not'],
    ['steer clear of recursion', 'do-not'],
    ['reply in Dutch', 'do'],
    ['metric units everywhere', 'do'],
    ['at most two columns', 'limit'],
    ['whenever you rename something, tell me', 'do'],
    ['if in doubt, pick the older one', 'do'],
    ['every screen needs a title', 'do'],
    ['we never deploy after four', 'do-not'],
    ['I prefer plain functions', 'do'],
    ['let me see it before you send it', 'limit'],
    ['just this once you can skip the tests, but never on main', 'do-not'],
    ['it would be nice if it didn’t open a window', 'do-not'],
    ['we need to ensure that old exports still load', 'do'],
    ['ensure that every chart has a caption', 'do'],
    ['Bitte keine Abkürzungen', 'do-not'],
    ['Utilise le vouvoiement partout', 'do'],
    ['Responde siempre en español', 'do'],
    ['Пиши на русском', 'do'],
    ['以后都用中文回答', 'do'],
    ['日本語で答えてください', 'do'],
  ])('%s', (text, polarity) => expect(found(text).map((each) => each.split(':')[0])).toEqual([polarity]));
});

describe('[K4] finds no rule in', () => {
  it.each([
    'fix the bug in src/a.ts',
    'Add a test for the empty list and run it.',
    'can you look at the log, it always fails at noon',
    'is it true that we never tested that',
    'I like option 2',
    'rename it to parseAll and commit everything',
    'what should the button look like',
    'it must be the cache',
    'we only saw it twice',
    'no idea, what do you think',
    'never mind',
    'keep going',
    'add a second lamp to ensure the sensor sees it',
    'use case is somebody who prints the map at home',
    'No such folder in the archive',
    'Use the script in tools to convert the icons.',
    'Ich weiß nicht, warum das nie auffiel.',
    'Je ne sais pas.',
    'No sé por qué.',
  ])('%s', (text) => expect(found(text)).toEqual([]));
});

describe('[K4] finds no rule in pasted text:', () => {
  it.each([
    ['a log', 'it fails:\n2031-01-02T10:00:00Z ERROR pool: never reuse a connection\nwhy?'],
    ['compiler output', 'src/a.c:12:3: error: must be declared first\nplease fix'],
    ['an indented log', 'it fails:\n    lamp_test.go:31: the lamp should NOT be lit (timer is off)\nwhy?'],
    ['code', 'const a = 1; // never change this;\nstatic int f(void) { /* always poll */ }'],
    ['a quotation', '> Always squash.\n> Never rebase.\n\nDo you agree?'],
    ['a quoted sentence', 'the guide says "you must never use tabs here", what does that mean'],
    ['a block', '"""\nYou must restart it. Never share the key.\n"""\nadd that to the wiki'],
    ['a review', 'Leaky timer\n\nHigh Severity\n\nThe timer must be stopped. Never share it.\n\nsrc/timer.ts 12'],
    ['a mail', 'The vendor wrote:\n\nAlways restart the gateway. Do not unplug it.\n\nCan you plan that?'],
    ['a plan', 'Implement the following plan:\n\n# Split\n\nNever block. Always test.\n\n## Steps\n\n1. Do not wait.'],
    ['a reminder', '<system-reminder>\nNever create files.\n</system-reminder>'],
  ])('%s', (_, text) => expect(found(text)).toEqual([]));

  it('but in what the user says around it', () => {
    const text = 'Never log keys.\n\nThe bot says:\n\nAlways retry.\n\nI disagree. Please do not retry.';
    expect(found(text)).toEqual(['do-not: Never log keys.', 'do-not: Please do not retry.']);
  });

  it('but in what the user said before', () => {
    expect(found('I already told you "never rename my columns"!')).toHaveLength(1);
  });
});

it('[K4] finds each request of a sentence', () => {
  expect(found('Fix it, never push, and ask me before you install anything')).toEqual([
    'do-not: never push',
    'limit: ask me before you install anything',
  ]);
});

it('gives the place of each rule', () => {
  const text = '1. Never do a.\n2. Always do b.';
  for (const { start, end, text: rule } of userRules(text)) expect(text.slice(start, end)).toBe(rule);
  expect(userRules(text)).toHaveLength(2);
});

it.each([
  '.',
  '. ',
  'a',
  '.)',
  "don't ",
  '```\n',
  '; ',
  '必须',
  '!"',
  'says: ',
  'High severity\n\n',
  '"""',
  'do not, ',
  ', never ',
  ' and only ',
  '> a\n',
  '「',
])('takes linear time: %j again and again', (piece) => {
  const text = piece.repeat(Math.ceil(400_000 / piece.length));
  for (const { start, end, text: rule } of userRules(text)) expect(text.slice(start, end)).toBe(rule);
});
