import { describe, expect, it } from 'vitest';
import { notKept } from '../extraction/memory-rules';
import { dreamText, readDreamText } from './dream-request';
import { deniedInDream, isRemoval } from './dream-tools';

const ROOT = '/home/agent/.claude/projects/shop/memory';
const NOW = Date.UTC(2026, 2, 20, 9, 30);

describe('the request of a dream', () => {
  it('[D3] has four phases, the numbers, the memories and what is not kept', () => {
    const text = dreamText({ root: ROOT, manifest: '- [user] a.md (x): y', nowMs: NOW, sessions: 6 });
    for (const said of [
      '1. Orient.',
      '2. Gather.',
      '3. Consolidate.',
      '4. Prune.',
      '200 lines and 25 KB',
      '200 characters',
      'logs/YYYY/MM/YYYY-MM-DD.md',
      'the last 50 hits',
      '30 turns',
      '6 other sessions',
      'never done before',
      'rm too',
      ...notKept,
    ]) {
      expect(text).toContain(said);
    }
  });

  it.each([
    { root: ROOT, manifest: '', nowMs: NOW, sessions: 0, most: 30 },
    {
      root: ROOT,
      manifest: '- [user] a.md (2026-03-02T09:00:00.000Z): who',
      nowMs: NOW,
      lastMs: NOW - 60_000,
      sessions: 7,
      most: 4,
    },
  ])('[D3] is read back as it was told: %j', (ask) => {
    const index = { indexLines: 150, indexBytes: 12_500, entryCharacters: 180 };
    expect(readDreamText(dreamText({ ...ask, index }))).toEqual({ ...ask, index });
    expect(readDreamText(`Please: ${dreamText(ask)}`)).toBeUndefined();
  });
});

describe('the tools of a dream', () => {
  it.each([
    ['Read', { file_path: `${ROOT}/a.md` }],
    ['Grep', { pattern: 'db-3', path: '/home/agent/.claude/projects/shop' }],
    ['Bash', { command: `grep -rn "db-3|x" /home/agent/.claude/projects/shop --include=*.jsonl | tail -50` }],
    ['Bash', { command: `ls -la ${ROOT}` }],
    ['Write', { file_path: `${ROOT}/a.md`, content: '' }],
    ['Edit', { file_path: `${ROOT}/a.md` }],
  ])('[D4] may call %s %j', (name, input) => {
    expect(deniedInDream(name, input, ROOT)).toBeUndefined();
  });

  it.each([
    ['Agent', { prompt: 'x' }],
    ['WebFetch', {}],
    ['Bash', {}],
    ['Bash', { command: 'rm a.md' }],
    ['Bash', { command: 'grep x a | xargs rm' }],
    ['Bash', { command: 'grep "$(rm a)" b' }],
    ['Bash', { command: 'grep x a > b' }],
    ['Bash', { command: 'grep x a || rm b' }],
    ['Bash', { command: `cat /home/agent/.claude/projects/shop/session-1.jsonl | tail -50` }],
    ['Read', { file_path: '/home/agent/.claude/projects/shop/session-1.jsonl' }],
    ['Write', { file_path: '/workspace/a.md', content: '' }],
    ['Write', { file_path: `${ROOT}/.consolidate-lock`, content: '' }],
    ['Edit', { file_path: `${ROOT}/../b.md` }],
    ['Write', { file_path: `${ROOT}/team/b.md`, content: 'x' }],
  ])('[D4] may not call %s %j', (name, input) => {
    expect(deniedInDream(name, input, ROOT)).toMatch(/\.$/);
  });

  it('[D3] removes a memory by writing nothing into it', () => {
    expect(isRemoval('Write', { file_path: `${ROOT}/a.md`, content: ' \n' }, ROOT)).toBe(true);
    expect(isRemoval('Write', { file_path: `${ROOT}/a.md`, content: 'x' }, ROOT)).toBe(false);
    expect(isRemoval('Write', { file_path: `${ROOT}/a.md` }, ROOT)).toBe(false);
    expect(isRemoval('Write', { file_path: '/workspace/a.md', content: '' }, ROOT)).toBe(false);
  });
});
