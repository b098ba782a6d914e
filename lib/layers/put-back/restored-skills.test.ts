import { expect, it } from 'vitest';
import { tokensOf } from '../shape/context';
import { contextFromText, environment } from '../shape/context-text.test-support';
import { defaultsOf } from '../shape/setting';
import { type RestoredSkillsSettings, restoredSkills, restoredSkillsSettings } from './restored-skills';

function skill(name: string, words: number, call: number): string {
  return [
    `call #${call} Skill {"skill": "${name}"}`,
    '---',
    `result #${call} "Launching"`,
    '---',
    `injected ${JSON.stringify(`# ${name} ${'word '.repeat(words)}`)}`,
  ].join('\n');
}

function restore(text: string, settings: Partial<RestoredSkillsSettings> = {}, keptFrom = Number.POSITIVE_INFINITY) {
  const { messages } = contextFromText(text);
  const all = { ...defaultsOf(restoredSkillsSettings), ...settings };
  return restoredSkills(messages, messages.slice(keptFrom), all, environment());
}

function names(...given: Parameters<typeof restore>): string[] {
  return restore(...given).map(({ message, tokens }) => {
    const [part] = message.parts;
    const name = part?.kind === 'text' ? part.text.split(' ')[1] : '';
    return `${message.id} ${name} ${tokens}`;
  });
}

it('[F6] are restored, latest first', () => {
  expect(names(`${skill('review', 80, 1)}\n${skill('commit', 40, 2)}`)).toEqual([
    'made-7-skill-1 commit 53',
    'made-7-skill-2 review 103',
  ]);
});

it('[F6] are truncated to 5,000 tokens each and limited to 25,000 in total, oldest omitted', () => {
  const text = Array.from({ length: 7 }, (_, i) => skill(`skill${i}`, 8_000, i)).join('\n');
  const restored = restore(text);
  expect(restored.map(({ tokens }) => tokens)).toEqual([5_000, 5_000, 5_000, 5_000, 5_000]);
  expect(tokensOf(restored)).toBe(25_000);
  const [part] = restored[0]?.message.parts ?? [];
  expect(part).toMatchObject({ text: expect.stringMatching(/^# skill6 word/) });
  expect(part?.kind === 'text' && part.text.length).toBeLessThan(20_001);
  expect(names(text, { restoredSkillTokens: 0 })).toEqual([]);
  expect(names(text, { restoredTokensPerSkill: 100, restoredSkillTokens: 150 })).toEqual([
    'made-7-skill-1 skill6 100',
    'made-7-skill-2 skill5 50',
  ]);
});

it('[F6] are restored once, as last invoked, unless they are in the kept messages', () => {
  const twice = `${skill('review', 80, 1)}\n${skill('commit', 40, 2)}\n${skill('review', 80, 3)}`;
  expect(names(twice)).toEqual(['made-7-skill-1 review 103', 'made-7-skill-2 commit 53']);
  expect(names(twice, {}, 8)).toEqual(['made-7-skill-1 commit 53']);
});

it('[F6] are recognised after a call, after a command and by their heading', () => {
  const command = '<command-name>/review</command-name>';
  expect(names(`echo "${command}"\n---\ninjected "# review all"`)).toEqual(['made-7-skill-1 review 3']);
  expect(names('injected "Base directory for this skill: /x"')).toHaveLength(1);
  expect(names('injected "# review all"')).toEqual([]);
});

it.each<[string, string]>([
  ['a failed call', 'call #1 Skill {}\n---\nresult #1 error "unknown"\ninjected "# review all"'],
  ['another call', 'call #1 Read a.ts\n---\nresult #1 "a"\ninjected "# review all"'],
  ['a command of the program', 'echo "<command-name>/clear</command-name>"\ninjected "<local-command-caveat>x"'],
  ['a command that mentions skills', 'echo "<command-name>/reload</command-name>"\ninjected "- review: reviews"'],
  ['the output of a command', 'echo "<local-command-stdout>done"\ninjected "# review all"'],
])('[F6] do not include the text after %s', (_, text) => {
  expect(names(text)).toEqual([]);
});

it('[L8] are restored again at the next compaction, in the same order, after those invoked since', () => {
  const once = restore(`${skill('review', 80, 1)}\n${skill('commit', 40, 2)}`);
  const { messages } = contextFromText(skill('deploy', 9, 3));
  const settings = defaultsOf(restoredSkillsSettings);
  const again = restoredSkills([...once, ...messages], [], settings, environment({ call: 9 }));
  expect(again.map(({ parts }) => parts[0]?.part)).toEqual([
    messages[2]?.parts[0]?.part,
    ...once.map(({ parts }) => parts[0]?.part),
  ]);
});
