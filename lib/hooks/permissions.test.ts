import { describe, expect, it, test } from 'vitest';
import { matchesStars } from '../base/matches-stars';
import { commandsIn } from './commands-in';
import { alwaysRules, type PermissionRule, parseRule, permissionFor } from './permissions';

const rules = (given: Partial<Record<'allow' | 'ask' | 'deny' | 'granted', readonly string[]>>): PermissionRule[] =>
  Object.entries(given).flatMap(([effect, texts]) =>
    texts.flatMap((text) => {
      const rule = parseRule(text);
      if (!rule.ok) throw new Error(rule.error);
      const isGranted = effect === 'granted';
      const kind = isGranted || effect === 'allow' ? 'allow' : effect === 'ask' ? 'ask' : 'deny';
      return [{ effect: kind, text, source: isGranted ? 'granted' : 'project', ...rule.value } as const];
    }),
  );

const bash = (command: string) => ({ tool: 'Bash', input: { command } });
const file = (tool: string, path: string) => ({ tool, input: { file_path: path } });

test('[H1] permissions: deny before ask before allow; what no rule is about is allowed', () => {
  const all = rules({ allow: ['Bash', 'Edit'], ask: ['Bash(git *)'], deny: ['Bash(git push *)'] });
  const effects = ['ls', 'git log', 'git push origin'].map((command) => permissionFor(bash(command), all).effect);
  expect(effects).toEqual(['allow', 'ask', 'deny']);
  expect(permissionFor(bash('git push'), all)).toMatchObject({ effect: 'deny', rule: { text: 'Bash(git push *)' } });
  expect(permissionFor(file('Read', 'a.ts'), all)).toEqual({ effect: 'allow' });
});

describe('[H1] patterns of commands', () => {
  const denies = (pattern: string, command: string) =>
    permissionFor(bash(command), rules({ deny: [`Bash(${pattern})`] })).effect === 'deny';

  it('find a forbidden command wherever a shell would start it', () => {
    const commands = [
      'rm a',
      'rm',
      ' rm -rf /',
      'ls; rm a',
      'ls && rm a',
      'ls || rm a',
      'ls | xargs rm',
      'ls &rm a',
      'ls\nrm a',
      'echo $(rm a)',
      'echo "$(rm a)"',
      'echo `rm a`',
      '(rm a)',
      '{ rm a; }',
      'if true; then rm a; fi',
      'A=1 rm a',
      '\\rm a',
      '"rm" a',
      'sudo rm a',
    ];
    expect(commands.filter((command) => !denies('rm *', command))).toEqual([]);
  });

  it('leave other commands alone', () => {
    const commands = ['rmdir a', 'echo rm', 'echo "a; rm b"', "echo 'a && rm b'", 'ls >rm', 'grep -r "rm " .'];
    expect(commands.filter((command) => denies('rm *', command))).toEqual([]);
  });

  it('allow several commands only if each of them is allowed', () => {
    const all = rules({ allow: ['Bash(npm test *)', 'Bash(ls *)'], ask: ['Bash(rm *)'] });
    expect(permissionFor(bash('npm test && ls'), all)).toMatchObject({ effect: 'allow', rule: {} });
    expect(permissionFor(bash('npm test && rm a'), all).effect).toBe('ask');
  });

  it('accept the older form with a colon', () => {
    expect(denies('git push:*', 'git push -f')).toBe(true);
    expect(denies('git push:*', 'git pushed')).toBe(false);
  });
});

test('[H1] a rule for Edit covers every tool that writes a file, one for Read every tool that reads', () => {
  const all = rules({ deny: ['Edit(src/**)', 'Read(./.env)', 'Edit(~/.claude/**)', 'Write(//etc/**)'] });
  const effects = [
    file('Edit', 'src/a.ts'),
    file('Write', '/workspace/src/b/c.ts'),
    file('MultiEdit', './docs/../src/a.ts'),
    { tool: 'Grep', input: { path: '.env', pattern: 'x' } },
    file('Write', '/home/agent/.claude/settings.json'),
    file('Write', '/etc/hosts'),
    file('Read', 'src/a.ts'),
    file('Write', 'docs/a.md'),
    file('Read', '.env.example'),
  ].map((call) => permissionFor(call, all).effect);
  expect(effects).toEqual(['deny', 'deny', 'deny', 'deny', 'deny', 'deny', 'allow', 'allow', 'allow']);
});

test('[H1] Always answers the question of a rule, but never lifts a denial', () => {
  const asked = { ask: ['Bash'], deny: ['Bash(npm publish *)'] };
  const call = bash('npm test -- --watch');
  expect(alwaysRules(call)).toEqual(['Bash(npm test *)']);
  expect(permissionFor(call, rules(asked)).effect).toBe('ask');
  const granted = rules({ ...asked, granted: ['Bash(npm test *)', 'Bash(npm publish *)'] });
  expect(permissionFor(call, granted).effect).toBe('allow');
  expect(permissionFor(bash('npm run build'), granted).effect).toBe('ask');
  expect(permissionFor(bash('npm test && rm a'), granted).effect).toBe('ask');
  expect(permissionFor(bash('npm publish'), granted).effect).toBe('deny');
  const rm = rules({ ask: ['Bash(rm *)'], granted: ['Bash(rm *)'] });
  expect(permissionFor(bash('rm a && ls'), rm).effect).toBe('allow');
});

test('[H1] what Always allows is no more than the commands asked about', () => {
  expect(alwaysRules(bash('rm -rf build && git status'))).toEqual(['Bash(rm *)', 'Bash(git status *)']);
  expect(alwaysRules(file('Edit', 'a.ts'))).toEqual(['Edit']);
  for (const command of ['rm -rf a', 'cat a.txt | sort', 'FOO=1 npm test', 'echo "a b"', './run.sh', '$X a']) {
    const granted = rules({ ask: ['Bash'], granted: alwaysRules(bash(command)) });
    expect([command, permissionFor(bash(command), granted).effect]).toEqual([command, 'allow']);
  }
});

test('a rule is a tool with an optional pattern', () => {
  expect(parseRule('Bash')).toEqual({ ok: true, value: { tool: 'Bash' } });
  expect(parseRule('Bash(*)')).toEqual({ ok: true, value: { tool: 'Bash' } });
  expect(parseRule('Bash(a (b) c)')).toEqual({ ok: true, value: { tool: 'Bash', pattern: 'a (b) c' } });
  for (const text of ['', 'Bash(', '(rm)', 'Bash rm', 'Bash(rm) x']) expect(parseRule(text).ok).toBe(false);
});

test('commands end where a shell ends them', () => {
  expect(commandsIn('a 2>&1 | b &>c; d')).toEqual(['a 2>&1', 'b &>c', 'd']);
  expect(commandsIn('echo "x; y" \'z | w\' \\; v')).toEqual(['echo "x; y" \'z | w\' \\; v']);
});

test('a pattern of many stars takes no longer than its text', () => {
  const text = 'a'.repeat(20_000);
  const startMs = performance.now();
  expect(matchesStars(`${'*a'.repeat(500)}*b`, text)).toBe(false);
  expect(performance.now() - startMs).toBeLessThan(2_000);
});
