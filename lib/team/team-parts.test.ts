import { describe, expect, it } from 'vitest';
import { fileChanged, isDue, nothingToPush, pushBegins, pushEnds, waitMs } from './push-schedule';
import { teamKey } from './team-keys';
import { teamOfConfig, teamOfUrl } from './team-of-workspace';

describe('the schedule of pushes', () => {
  it('[U2] is due 2 s after the last change', () => {
    const first = fileChanged(nothingToPush, 1_000);
    expect(waitMs(nothingToPush, 1_000)).toBeUndefined();
    expect(waitMs(first, 1_500)).toBe(1_500);
    const second = fileChanged(first, 2_500);
    expect(isDue(second, 4_499)).toBe(false);
    expect(isDue(second, 4_500)).toBe(true);
  });

  it('[U2] pushes what changes during a push after it', () => {
    const during = fileChanged(pushBegins(fileChanged(nothingToPush, 0)), 3_000);
    expect(waitMs(during, 9_000)).toBeUndefined();
    expect(isDue(pushEnds(during), 9_000)).toBe(true);
    expect(waitMs(pushEnds(pushBegins(during)), 9_000)).toBeUndefined();
  });
});

describe('the team of a workspace', () => {
  it.each([
    ['https://git.example/Rowing-Club/tally.git', 'git.example/rowing-club/tally'],
    ['https://user:password@git.example:8443/club/tally', 'git.example/club/tally'],
    ['git@git.example:club/tally.git', 'git.example/club/tally'],
    ['ssh://git@git.example:22/club/tally.git/', 'git.example/club/tally'],
    ['file:///srv/tally.git', undefined],
    ['../tally', undefined],
    ['nonsense', undefined],
  ])('[U2] follows from its remote: %s', (url, team) => {
    expect(teamOfUrl(url)).toBe(team);
  });

  it('[U2] is that of origin, else of the first remote; without one there is none', () => {
    const config = (name: string, url: string) => `[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs/heads/*\n`;
    const fork = config('fork', 'https://git.example/me/tally.git');
    expect(teamOfConfig(`[core]\n\tbare = false\n${fork}`)).toBe('git.example/me/tally');
    expect(teamOfConfig(fork + config('origin', 'https://git.example/club/tally'))).toBe('git.example/club/tally');
    expect(
      teamOfConfig('[core]\n\turl = https://git.example/a/b\n[branch "main"]\n\tremote = origin\n'),
    ).toBeUndefined();
  });
});

it.each(['a.md', 'b/c.md', 'MEMORY.md', 'constructor.md'])('[U2] %s is the name of a file of a team', (key) => {
  expect(teamKey(key).ok).toBe(true);
});

it.each([
  '',
  '.',
  '/a.md',
  './a.md',
  'a//b.md',
  '..',
  'a/../../b.md',
  'a\\b.md',
  'C:\\a.md',
  'a.txt',
  'a.md/b.md',
  'a\n.md',
])('[U2] %j is none', (key) => {
  expect(teamKey(key).ok).toBe(false);
});
