import { describe, expect, it } from 'vitest';
import { cutFromText } from './cut-from-text.test-support';
import { scoreCut } from './score-cut';
import type { ScoreId } from './score-definitions';

type CutText = Parameters<typeof cutFromText>[0];

function scored(text: CutText, id: ScoreId, prompt = '') {
  const { index, cut } = cutFromText(text);
  const found = scoreCut(index, cut, { prompt }).find((score) => score.id === id);
  if (found === undefined) throw new Error(`no score ${id}`);
  return found;
}

/** `2 of 3`, and the items as `found a.ts`. */
function shown(text: CutText, id: ScoreId, prompt?: string) {
  const { count, of, items } = scored(text, id, prompt);
  return [
    `${count} of ${of}`,
    ...items.map(({ state, text: item, given }) => `${state} ${item}${given ? ` ${given}` : ''}`),
  ];
}

/** What the marks of the first item cover. */
function marked(text: CutText, id: ScoreId) {
  return scored(text, id).items[0]?.marks.map(({ start, end }) => text.summary?.slice(start, end));
}

describe('[K1] exact values', () => {
  const left = ['user "see src/a.ts and src/a.ts.bak, port 8080"'];

  it('are found or missing, with their places and marks', () => {
    const summary = 'Port 8080 it is; 8080 stays.';
    expect(shown({ left, summary }, 'exact-values')).toEqual([
      '1 of 3',
      'missing src/a.ts',
      'missing src/a.ts.bak',
      'found 8080',
    ]);
    const { items } = scored({ left, summary }, 'exact-values');
    expect(items.at(-1)).toEqual({
      state: 'found',
      text: '8080',
      kind: 'number',
      was: { message: 0, part: 0 },
      marks: [
        { made: 0, start: 5, end: 9 },
        { made: 0, start: 17, end: 21 },
      ],
    });
  });

  it('are not found at the beginning of a longer path', () => {
    expect(shown({ left, summary: 'src/a.ts.bak' }, 'exact-values')).toContain('missing src/a.ts');
    expect(shown({ left, summary: 'src/a.ts.bak and src/a.ts.' }, 'exact-values')).toContain('found src/a.ts');
  });

  it('are found between Chinese and Japanese characters', () => {
    const chinese = {
      left: ['user "把端口8080改了，见src/服务/主.ts和src/a.ts"'],
      summary: '端口8080，src/a.ts已修改',
    };
    expect(shown(chinese, 'exact-values')).toEqual([
      '2 of 3',
      'missing src/服务/主.ts',
      'found 8080',
      'found src/a.ts',
    ]);
    const japanese = { left: ['user "ポート3000でsrc/b.tsを開く"'], summary: 'src/b.tsはポート3000です' };
    expect(shown(japanese, 'exact-values')[0]).toBe('2 of 2');
  });
});

describe('[K2] values used later', () => {
  const text = {
    left: ['user "src/a.ts, src/b.ts, src/c.ts"'],
    after: ['user "src/a.ts"', 'call #1 read src/a.ts', 'result #1 "x"', 'call #2 read src/b.ts'],
  };

  it('are needed if nothing shows them before: the others are counted apart', () => {
    expect(shown({ ...text, summary: 'src/c.ts' }, 'used-later')).toEqual(['0 of 1', 'missing src/b.ts']);
    const score = scored({ ...text, summary: '' }, 'used-later');
    expect(score.shownAgain).toBe(1);
    expect(score.items[0]?.used).toEqual({ message: 4, part: 0 });
    const again = scored({ ...text, summary: '' }, 'exact-values').items.find(
      ({ text: value }) => value === 'src/a.ts',
    );
    expect(again).toMatchObject({ used: { message: 2, part: 0 }, shownAgain: { message: 1, part: 0 } });
  });

  it('are found if the summary has them', () => {
    expect(shown({ ...text, summary: 'src/b.ts' }, 'used-later')[0]).toBe('1 of 1');
    expect(scored({ ...text, summary: 'src/a.ts' }, 'used-later').shownAgain).toBe(0);
  });

  it('are shown again by a line of code, in which their name is no value', () => {
    const left = ['assistant "heldLeases must not grow"'];
    const code = 'result #1 "const all = heldLeases[0]+1;"';
    const after = ['call #1 bash "make lease"', code, 'assistant "heldLeases again"'];
    expect(shown({ left, after }, 'used-later')).toEqual(['0 of 0']);
    expect(scored({ left, after }, 'used-later').shownAgain).toBe(1);
    expect(shown({ left, after: [after[0] ?? '', 'result #1 "x"', after[2] ?? ''] }, 'used-later')).toEqual([
      '0 of 1',
      'missing heldLeases',
    ]);
  });

  it('are one value under the relative and the absolute name of a file', () => {
    const left = ['call #1 read /w/src/lease/table.ts', 'result #1 "x"', 'assistant "src/lease/table.ts:12 is wrong"'];
    const after = ['call #2 edit ./src/lease/table.ts', 'result #2 "x"', 'call #3 read /w/src/lease/table.ts'];
    expect(shown({ left, after }, 'used-later')).toEqual(['0 of 1', 'missing /w/src/lease/table.ts']);
    expect(shown({ left, after, summary: 'See src/lease/table.ts.' }, 'used-later')[0]).toBe('1 of 1');
    expect(marked({ left, after, summary: 'See src/lease/table.ts.' }, 'used-later')).toEqual(['src/lease/table.ts']);
    expect(shown({ left, after, summary: 'See lib/lease/table.ts.' }, 'used-later')[0]).toBe('0 of 1');
  });

  it.each([
    'to:1',
    '4 lines',
    '12 characters',
    'heldLeases.get()',
    't.TempDir()',
    '`json:"lease"`',
    '"in_progress"',
    '"number"',
    '"text/plain"',
    '"%d of %s"',
    'github.com/acme/lease/v5',
    '`git status`',
    '`sed -n 1,20p`',
    '`npm --help`',
    '_test.go',
  ])('do not include the noise of code: %s', (noise) => {
    const left = [`assistant ${JSON.stringify(`see ${noise} and MR-4417`)}`];
    const after = ['user "on"', `assistant ${JSON.stringify(`${noise} MR-4417`)}`];
    expect(shown({ left, after }, 'used-later')).toEqual(['0 of 1', 'missing MR-4417']);
    expect(scored({ left, after }, 'exact-values').of).toBeGreaterThan(1);
  });

  it('list commands and decisions first, then what is rare, and say why', () => {
    const left = [
      'assistant "MAX_RENEWALS, then again: heldLeases"',
      'call #1 bash "npm run soak -- --seed 7741"',
      'result #1 "ok"',
      'call #2 AskUserQuestion {"questions":1}',
      `result #2 ${JSON.stringify('Answered: "Which port?"="7742 on lease-a.example.org:7742"')}`,
      ...Array.from({ length: 5 }, () => 'assistant "heldLeases"\nuser "on"'),
    ];
    const after = [
      'user "on"',
      'assistant "heldLeases, MAX_RENEWALS, lease-a.example.org:7742, `npm run soak -- --seed 7741`"',
    ];
    const { items, weight } = scored({ left, after }, 'used-later');
    expect(items.map(({ text: value, worth }) => [value, worth?.weight, worth?.reasons.join(' ')])).toEqual([
      ['lease-a.example.org:7742', 5, 'decision rare'],
      ['7742', 5, 'decision rare'],
      ['npm run soak -- --seed 7741', 5, 'command rare'],
      ['MAX_RENEWALS', 2, 'rare'],
      ['heldLeases', 1, ''],
    ]);
    expect(weight).toEqual({ kept: 0, of: 18 });
  });
});

describe('[K2] a summary that lists all names', () => {
  const names = Array.from({ length: 200 }, (_, n) => `leaseField${n}Of`);
  const left = [
    'user "Always use `npm run soak -- --seed 7741`."',
    'assistant "The last good commit is 9f3c1ab, and the admin port is lease-a.example.org:7742."',
    `assistant ${JSON.stringify(names.map((name) => `${name} is read`).join(', '))}`,
  ];
  const after = [
    'user "Go on."',
    `assistant ${JSON.stringify(`npm run soak -- --seed 7741, 9f3c1ab, lease-a.example.org:7742, ${names.slice(0, 8).join(' ')}`)}`,
    'call #1 bash "npm run soak -- --seed 7741"',
  ];
  const short = 'Run `npm run soak -- --seed 7741`. Last good: 9f3c1ab. Admin: lease-a.example.org:7742.';
  const share = (summary: string) => {
    const { weight } = scored({ left, after, summary }, 'used-later');
    return (weight?.kept ?? 0) / (weight?.of ?? 1);
  };
  const density = (summary: string) => scored({ left, after, summary }, 'used-later-density').count;

  it('keeps less than a short one with what matters', () => {
    const dump = names.join(', ');
    expect(share(short)).toBeGreaterThan(0.4);
    expect(share(dump)).toBe(0);
    expect(share(names.map((name) => `- \`${name}\``).join('\n'))).toBe(0);
    expect(scored({ left, after, summary: dump }, 'exact-values').count).toBe(0);
    expect(scored({ left, after, summary: dump }, 'used-later').items.at(-1)).toMatchObject({
      state: 'changed',
      given: 'only-listed',
    });
  });

  it('keeps little for its length, even if every name has a word', () => {
    const padded = `${short} ${names.map((name) => `${name} is read`).join(', ')}`;
    expect(share(padded)).toBe(1);
    expect(density(padded)).toBeLessThan(density(short) / 10);
  });

  it('is not without a density for being long', () => {
    const long = `${short} ${'Then the work went on as before. '.repeat(5_000)}`;
    expect(density(long)).toBeGreaterThan(0);
    expect(density(long)).toBeLessThan(1);
  });

  it('may list as many as a file list has', () => {
    expect(share(`Names: ${names.slice(0, 8).join(', ')}`)).toBeGreaterThan(0);
  });
});

describe('[K3] files', () => {
  const left = ['call #1 read /w/src/a.ts', 'call #2 edit /w/src/b.ts', 'call #3 read /w/lib/c.ts'];

  it('are matched by the end of their path, but not by another path with the same end', () => {
    expect(shown({ left, summary: 'b.ts, other/c.ts' }, 'files-named')).toEqual([
      '1 of 3',
      'missing /w/src/a.ts',
      'found /w/src/b.ts',
      'missing /w/lib/c.ts',
    ]);
    expect(shown({ left, summary: '- src/a.ts\n- ./lib/c.ts' }, 'files-named')[0]).toBe('2 of 3');
  });

  it('never occurred if the source has no such path', () => {
    expect(shown({ left, summary: 'src/a.ts, src/z.ts' }, 'files-made-up')).toEqual(['1 of 2', 'missing src/z.ts']);
  });

  it('occurred if a path goes through the folder', () => {
    expect(shown({ left, summary: 'src/, /w/lib and /w/sr/' }, 'files-made-up')).toEqual(['1 of 3', 'missing /w/sr/']);
  });

  it('of Windows match with forward slashes', () => {
    const windows = ['call #1 read {"file_path":"C:\\\\w\\\\src\\\\a.ts"}'];
    for (const summary of ['C:\\w\\src\\a.ts', 'src\\a.ts', 'src/a.ts']) {
      expect(shown({ left: windows, summary }, 'files-named')[0]).toBe('1 of 1');
      expect(scored({ left: windows, summary }, 'files-made-up').count).toBe(0);
    }
    expect(shown({ left: windows, summary: 'C:\\w\\src\\a.tsx' }, 'files-named')[0]).toBe('0 of 1');
  });

  it('are expected under their new name after a rename', () => {
    const renamed = ['call #1 read src/old.ts', 'call #2 bash "git mv src/old.ts src/new.ts"'];
    expect(shown({ left: renamed, summary: 'src/old.ts' }, 'files-named')).toEqual(['0 of 1', 'missing src/new.ts']);
  });

  it('are not seen in words with slashes', () => {
    const summary = 'It needs read/write/execute rights, yes/no/maybe, for client/server/proxy and/or src/zz/top.';
    expect(shown({ left, summary }, 'files-made-up')).toEqual(['1 of 1', 'missing src/zz/top']);
  });

  it.each([
    ['call #1 read {"file_path":"/w/engine/rules/gate/a.ts"}', 'found'],
    ['call #1 bash "ls -la engine/rules/gate | head"', 'found'],
    ['call #1 Grep {"pattern":"x","path":"engine/rules/gate"}', 'found'],
    ['call #1 bash "git commit -m \'the engine/rules/gate of it\'"', undefined],
    ['call #1 bash "cat <<END\\nengine/rules/gate\\nEND"', undefined],
    ['user "the engine/rules/gate of it"', undefined],
  ])('%s: words with slashes are a path if the session used it: %s', (line, state) => {
    const summary = 'See engine/rules/gate for it.';
    const { items } = scored({ left: [line], summary }, 'grounded-values');
    expect(items.find(({ text }) => text === 'engine/rules/gate')?.state).toBe(state);
  });

  it.each([
    ['I read src/b.ts', 'changed /w/src/b.ts as-read'],
    ['src/b.ts: changed, read', undefined],
    ['src/b.ts was not yet changed', undefined],
    ['Files changed:\n- src/x.ts\n- src/a.ts', 'changed /w/src/a.ts as-changed'],
    ['src/a.ts: modified', 'changed /w/src/a.ts as-changed'],
    ['src/a.ts must be modified', undefined],
    ['src/a.ts was updated. Earlier:\nsrc/a.ts: read', undefined],
    ['src/a.ts 修改了', 'changed /w/src/a.ts as-changed'],
    ['Read src/a.ts, modified src/b.ts', undefined],
    ['Modified src/b.ts, then src/x.ts', undefined],
    ['Modified src/a.ts and read /w/lib/c.ts', 'changed /w/src/a.ts as-changed'],
    ['I read src/b.ts and changed it', undefined],
    ['### Modified files\n\n- src/a.ts', 'changed /w/src/a.ts as-changed'],
    ['### Modified files\n\n- src/b.ts\n\nThe fault is in src/a.ts', undefined],
    ['src/a.ts', undefined],
  ])('%j: a wrong action is reported: %s', (summary, wrong) => {
    const { items } = scored({ left, summary }, 'files-mixed-up');
    expect(
      items.filter(({ state }) => state === 'changed').map((item) => `changed ${item.text} ${item.given}`),
    ).toEqual(wrong === undefined ? [] : [wrong]);
  });
});

describe('[K4] rules', () => {
  it.each([
    ['Never push to main.', 'The user said: never push to main.', 'found'],
    ['Never push to main.', 'No pushing to main!', 'found'],
    ['Never push to main.', 'Forbidden:\n- pushing to main', 'found'],
    ['Never push to main.', 'Push to main when done.', 'turned'],
    ['Never push to main.', 'Push to main, do not wait for the tests.', 'turned'],
    ['Never push.', 'Push.', 'turned'],
    ['Never push to main.', 'Push to main. Never push to main.', 'found'],
    ['Never push to main.', 'The main window was never opened.', 'missing'],
    ['Never push to main.', '', 'missing'],
    ['Always run the tests before a commit.', 'Run the tests before each commit, no exceptions.', 'found'],
    ['Always run the unit tests.', 'There is no need to run the unit tests.', 'turned'],
    ['Always run the unit tests.', 'Do not run the unit tests.', 'turned'],
    ['Only change files under src/views.', 'Change only files under src/views.', 'found'],
    ['Only change files under src/views.', 'Change files under src/views.', 'weakened'],
    ['Only change files under src/views.', 'Change only files under src/pages.', 'missing'],
    ['Only change files under src/views.', 'Do not change files outside src/views.', 'found'],
    ['Only change files under src/views.', 'Do not change files under src/views.', 'turned'],
    ['Ask me before deleting branches.', 'Do not delete branches before asking.', 'found'],
    ['Ask me before deleting branches.', 'Delete branches without asking.', 'turned'],
    ['Never touch the schema, other teams have been reading it for years.', 'Never touch the schema.', 'found'],
    ["Don't forget to update the changelog.", 'Update the changelog.', 'found'],
    ["Don't forget to update the changelog.", 'Do not update the changelog.', 'turned'],
    ['Never commit secrets.', 'Do not forget to commit secrets.', 'turned'],
    ['It is important that you never delete tests.', 'Never delete tests.', 'found'],
    ['Use pnpm instead of npm.', 'We use pnpm instead of npm.', 'found'],
    ['Use pnpm instead of npm.', 'Use npm instead of pnpm.', 'turned'],
    ['Only edit files in src/ui.', 'Restrict edits to files in src/ui.', 'found'],
    ['提交之前必须运行测试。', '提交之前不需要运行测试。', 'turned'],
    ['テストを削除してはいけません。', 'テストの削除は禁止。', 'found'],
    ['항상 테스트를 실행하세요.', '테스트를 항상 실행.', 'found'],
    ['파일을 삭제하지 마세요.', '파일은 삭제 금지.', 'found'],
    ['데이터베이스를 절대 삭제하지 마세요.', '데이터베이스를 삭제하세요.', 'turned'],
    ['不要推送到main分支。', '用户要求：不要推送到main分支。', 'found'],
    ['不要推送到main分支。', '完成后推送到main分支。', 'turned'],
    ['必须运行单元测试。', '不要运行单元测试。', 'turned'],
    ['本番データベースを削除しないでください。', '本番データベースは削除しないこと。', 'found'],
    ['本番データベースを削除しないでください。', '本番データベースを削除する。', 'turned'],
    ['テストは必ず実行してください。', 'テストを実行しなければならない。', 'found'],
  ])('“%s” in “%s” is %s', (rule, summary, state) => {
    const [item] = scored({ left: [`user ${JSON.stringify(rule)}`], summary }, 'rules-preserved').items;
    expect(item?.given ?? item?.state).toBe(state);
  });

  const PORT = 'Always use port 8443, not 8080.';
  it.each([
    [PORT, 'The user wants port 8443, not 8080.', 'found'],
    [PORT, 'Use port 8443 rather than 8080.', 'found'],
    [PORT, '8443 rather than 8080', 'found'],
    [PORT, 'Port: not 8080 but 8443.', 'found'],
    [PORT, 'not 8080 but 8443', 'found'],
    [PORT, 'never 8080; always 8443', 'found'],
    [PORT, 'Use port 8443. Do not use 8080.', 'found'],
    [PORT, 'Do not use port 8080, use 8443.', 'found'],
    [PORT, 'Instead of 8080, use port 8443.', 'found'],
    [PORT, 'Port 8080 must not be used; use 8443.', 'found'],
    [PORT, 'Port 8443 replaces 8080.', 'found'],
    [PORT, 'Port 8080 was replaced by 8443.', 'found'],
    [PORT, 'The port changed from 8080 to 8443.', 'found'],
    [PORT, 'Always use port 8080, not 8443.', 'turned'],
    [PORT, 'Use port 8080 rather than 8443.', 'turned'],
    [PORT, '8080, not 8443', 'turned'],
    [PORT, 'Port: not 8443 but 8080.', 'turned'],
    [PORT, 'never 8443; always 8080', 'turned'],
    [PORT, 'Use port 8080. Do not use 8443.', 'turned'],
    [PORT, 'Instead of 8443, use port 8080.', 'turned'],
    [PORT, 'Port 8443 must not be used; use 8080.', 'turned'],
    [PORT, 'Port 8443 was replaced by 8080.', 'turned'],
    [PORT, 'The port changed from 8443 to 8080.', 'turned'],
    [PORT, 'Use port 8080, not 8443. Use port 8443, not 8080.', 'found'],
    ['Use port 8443, not 8080.', 'Use port 8080, not 8443.', 'turned'],
    ['Never use port 8080; use 8443.', 'Use port 8080, never 8443.', 'turned'],
    ['Always use tabs for indentation, not spaces.', 'Indentation: tabs, not spaces.', 'found'],
    ['Always use tabs for indentation, not spaces.', 'Indentation: spaces, not tabs.', 'turned'],
    ['Use yarn instead of npm.', 'The package manager is yarn, not npm.', 'found'],
    ['Use yarn instead of npm.', 'Use npm rather than yarn.', 'turned'],
    ['Prefer yarn over npm.', 'Prefer npm over yarn.', 'turned'],
    ['Prefer yarn over npm.', 'Use yarn, not npm.', 'found'],
    ['Always branch from develop, never from main.', 'Branches start from develop, not main.', 'found'],
    ['Always branch from develop, never from main.', 'Always branch from main, never from develop.', 'turned'],
    ['You must replace moment with dayjs everywhere.', 'Replace dayjs with moment everywhere.', 'turned'],
    ['You must replace moment with dayjs everywhere.', 'moment must be replaced by dayjs everywhere.', 'found'],
    ['Always copy files from src to dist.', 'Copy files from src to dist.', 'found'],
    ['Always copy files from src to dist.', 'Copy files from dist to src.', 'turned'],
    ['You must switch from npm to pnpm.', 'Switch to pnpm from npm.', 'found'],
    ['You must switch from npm to pnpm.', 'Switch to npm from pnpm.', 'turned'],
    ['Always run the linter before the tests.', 'Run the tests before the linter.', 'turned'],
    ['Always run the linter before the tests.', 'Run the tests after the linter.', 'found'],
    ['Always run the linter before the tests.', 'Run the linter after the tests.', 'turned'],
    ['Always run the linter before the tests.', 'Before the tests, run the linter.', 'found'],
    ['Always run the linter before the tests.', 'Do not run the tests before the linter.', 'found'],
    ['Avoid npm, yarn and bower; use pnpm.', 'Avoid yarn, npm and bower; use pnpm.', 'found'],
    ['Always use port 8443 for the admin server, not 8080.', 'Admin server: instead of port 8080, use 8443.', 'found'],
    ['必须使用8443端口，不要使用8080端口。', '使用8443端口，不要使用8080端口。', 'found'],
    ['必须使用8443端口，不要使用8080端口。', '使用8080端口，不要使用8443端口。', 'turned'],
    ['ポートは必ず8080ではなく8443を使うこと。', 'ポートは8443ではなく8080を使う。', 'turned'],
    ['ポートは必ず8080ではなく8443を使うこと。', 'ポートは8080ではなく8443を使う。', 'found'],
    ['Immer Port 8443 statt 8080 verwenden.', 'Port 8080 statt 8443 verwenden.', 'turned'],
    ['Immer Port 8443 statt 8080 verwenden.', 'Port nicht 8080, sondern 8443 verwenden.', 'found'],
  ])('“%s” in “%s”, about two values: %s', (rule, summary, state) => {
    const [item] = scored({ left: [`user ${JSON.stringify(rule)}`], summary }, 'rules-preserved').items;
    expect(item?.given ?? item?.state).toBe(state);
  });

  it('that may be reversed are reported, with the sentence marked', () => {
    const text = { left: ['user "Never push to main. Always lint."'], summary: 'First lint. Push to main then.' };
    expect(shown(text, 'rules-inverted')).toEqual(['1 of 2', 'changed Never push to main. turned']);
    expect(marked(text, 'rules-inverted')).toEqual(['Push to main then.']);
  });

  it('that an earlier summary lost are excused; those that it had are expected', () => {
    const left = ['user "Never push. Always lint files."', 'assistant "ok"', 'summary "Never push."', 'assistant "x"'];
    const { index, cut } = cutFromText({ left, summary: '' });
    const later = { ...cut, left: cut.left.slice(2) };
    const rules = scoreCut(index, later).find(({ id }) => id === 'rules-preserved');
    expect(rules?.items.map(({ text }) => text)).toEqual(['Never push.']);
  });
});

describe('[K5] tasks', () => {
  const todos = [
    { content: 'Split the parser', status: 'completed' },
    { content: 'Rename what remains open', status: 'completed' },
    { content: 'Write the docs', status: 'in_progress' },
    { content: 'Update the changelog', status: 'pending' },
  ];
  const left = [`call #1 TodoWrite ${JSON.stringify({ todos })}`];

  it('that are open are kept, missing or reported as done', () => {
    const summary = '## Pending\n- Write the docs\n\n## Completed\n- Update the changelog';
    expect(shown({ left, summary }, 'open-tasks')).toEqual([
      '1 of 2',
      'found Write the docs',
      'changed Update the changelog as-done',
    ]);
    expect(shown({ left, summary: 'All is well.' }, 'open-tasks')[0]).toBe('0 of 2');
  });

  it('that are done must not be reported as open', () => {
    expect(
      shown({ left, summary: 'Next steps:\n- Split the parser\n- [x] Rename what remains open' }, 'done-as-open'),
    ).toEqual(['1 of 2', 'changed Split the parser as-open', 'found Rename what remains open']);
    expect(shown({ left, summary: 'The parser is split: done.' }, 'done-as-open')[0]).toBe('0 of 2');
    expect(shown({ left, summary: 'We need to split the parser.' }, 'done-as-open')[0]).toBe('1 of 2');
    expect(shown({ left, summary: 'No need to split the parser.' }, 'done-as-open')[0]).toBe('0 of 2');
  });

  it('are open if their completion is denied', () => {
    const fix = ['call #1 TodoWrite {"todos":[{"content":"Fix the login bug","status":"completed"}]}'];
    expect(shown({ left: fix, summary: 'Login bug: not fixed' }, 'done-as-open')[0]).toBe('1 of 1');
    expect(shown({ left: fix, summary: 'Fixed the login bug.' }, 'done-as-open')[0]).toBe('0 of 1');
  });
});

describe('[K6] superseded values', () => {
  it.each([
    [['user "The port is 8080."', 'assistant "ok"', 'user "Use port 9090 now."'], 'port 8080', 'port 9090'],
    [['user "MAX_RETRIES=3"', 'assistant "ok"', 'user "MAX_RETRIES=5"'], 'MAX_RETRIES is 3', 'MAX_RETRIES: 5'],
    [['user "Rename `RateCard` to `FareTable`."'], 'the class RateCard', 'the class FareTable'],
    [['user "Use src/new.ts instead of src/old.ts."'], 'see src/old.ts', 'see src/new.ts'],
    [['call #1 bash "git mv src/old.ts src/new.ts"'], 'see src/old.ts', 'see src/new.ts'],
    [['user "把端口从8080改成9090"'], '端口8080', '端口9090'],
    [['user "ポートを8080から9090に変更してください"'], 'ポート8080', 'ポート9090'],
    [['user "Change the port from 8080 to 9090."'], 'port 8080', 'port 9090'],
    [['user "Use Redis 6.2."', 'assistant "ok"', 'user "No, use Redis 7.0 instead."'], 'Redis 6.2', 'Redis 7.0'],
    [
      ['call #1 edit {"file_path":"a.ts","old_string":"timeoutMs: 500","new_string":"timeoutMs: 900"}'],
      'timeoutMs is 500',
      'timeoutMs is 900',
    ],
  ])('of %j: stale in %j, not in %j', (left, stale, fresh) => {
    const count = (summary: string) => scored({ left, summary }, 'superseded-values').count;
    expect(count(stale)).toBe(1);
    expect(count(fresh)).toBe(0);
    expect(count(`${stale} became ${fresh}`)).toBe(0);
  });

  it('are not reported if the old value returned, or if both are named', () => {
    const back = ['user "Rename `aTable` to `bTable`."', 'assistant "ok"', 'user "Rename `bTable` to `aTable`."'];
    expect(shown({ left: back, summary: 'aTable' }, 'superseded-values')).toEqual(['0 of 1', 'missing bTable']);
    expect(scored({ left: ['user "Now open port 80 to 90."'], summary: 'port 80' }, 'superseded-values').of).toBe(0);
    const both = ['user "Now the port is 8080 and the other port is 9090."'];
    expect(scored({ left: both, summary: 'port 8080' }, 'superseded-values').of).toBe(0);
  });
});

describe('[K7] grounding', () => {
  const left = ['user "src/a.ts takes 5 ms"', 'call #1 Grep {"pattern":"x"}'];

  it('is the share of values that occur in the source, as values or as words', () => {
    const summary = 'src/a.ts takes 5 ms; src/b.ts 9 ms; "takes 5 ms"';
    expect(shown({ left, summary }, 'grounded-values')).toEqual([
      '3 of 5',
      'found src/a.ts',
      'found 5 ms',
      'missing src/b.ts',
      'missing 9 ms',
      'found takes 5 ms',
    ]);
  });

  it('counts nothing in an empty summary', () => {
    expect(scored({ left, summary: '' }, 'grounded-values')).toMatchObject({ count: 0, of: 0, items: [] });
  });
});

describe('[K8] size, growth and sections', () => {
  it('are counted in characters, with growth since the previous summary', () => {
    const first = { left: ['user "0123456789"'], summary: '0123' };
    expect(scored(first, 'size')).toMatchObject({ count: 4, of: 10 });
    expect(scored(first, 'growth')).toMatchObject({ count: 0, of: 0 });
    expect(scored({ left: ['summary "01"', 'user "23"'], summary: '0123' }, 'growth')).toMatchObject({
      count: 4,
      of: 2,
    });
  });

  const prompt =
    'Write these:\n## Goal\n1. Key decisions: what was decided and why\n<next_steps>\n2. Read all of it.\n<summary>';

  it('are checked for the headings that the prompt requests', () => {
    expect(shown({ left: ['user "x"'], summary: '**Goal**\nx\n<next_steps>y' }, 'missing-sections', prompt)).toEqual([
      '1 of 3',
      'found Goal',
      'missing Key decisions',
      'found next_steps',
    ]);
    expect(
      shown(
        { left: ['user "x"'], summary: '# 1. The goal\n### Key Decisions:\nNext steps: run the tests' },
        'missing-sections',
        prompt,
      )[0],
    ).toBe('0 of 3');
  });
});

describe('[K9] sentences of the user', () => {
  const left = [
    'user "The lease table loses rows after a restart. Reproduce it with port 8080."',
    'assistant "The lease table keeps its rows in memory."',
    'user "Yes, go on"',
  ];

  it('are found if a sentence of the summary has most of their words', () => {
    const summary = 'After each restart, the lease table has lost some rows.\nIt was reproduced on port 9090.';
    expect(shown({ left, summary }, 'user-sentences')).toEqual([
      '1 of 2',
      'found The lease table loses rows after a restart.',
      'missing Reproduce it with port 8080.',
    ]);
    expect(marked({ left, summary }, 'user-sentences')).toEqual([
      'After each restart, the lease table has lost some rows.',
    ]);
    expect(scored({ left, summary }, 'user-sentences').items[1]).toMatchObject({ was: { message: 0, part: 0 } });
    expect(shown({ left, summary: 'Reproduced with port 8080.' }, 'user-sentences')[0]).toBe('1 of 2');
  });

  it('count once, at their last occurrence', () => {
    const again = [...left, 'user "The lease table loses rows after a restart."'];
    const { of, items } = scored({ left: again }, 'user-sentences');
    expect(of).toBe(2);
    expect(items.at(-1)).toMatchObject({ text: 'The lease table loses rows after a restart.', was: { message: 3 } });
  });

  it.each([
    ['in fenced code', 'user "```\\nthe lease table loses rows\\n```"'],
    ['in what Claude Code adds', 'user "<system-reminder>The lease table loses rows.</system-reminder>"'],
    ['too long to be one', `user ${JSON.stringify('lease table rows '.repeat(40))}`],
    ['of an earlier summary', 'summary "The lease table loses rows."'],
    ['with too few words to lose', 'user "Commit it now, please."'],
  ])('do not count %s', (_, line) => {
    expect(scored({ left: [line] }, 'user-sentences')).toMatchObject({ count: 0, of: 0, items: [] });
  });
});
