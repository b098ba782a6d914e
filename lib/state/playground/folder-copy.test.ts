import { expect, it } from 'vitest';
import { readFolder } from './folder-copy';

function source(path: string, content: string | Uint8Array<ArrayBuffer>) {
  return { path, file: new Blob([content]) };
}

it('copies text files by their paths in the folder', async () => {
  const { files, left } = await readFolder([source('shop/README.md', 'A shop'), source('shop/src/till.sh', 'echo 1')]);
  expect(files).toEqual({ 'README.md': 'A shop', 'src/till.sh': 'echo 1' });
  expect(left).toEqual([]);
});

it('skips binary files, large files and build output, and says why', async () => {
  const { files, left } = await readFolder([
    source('shop/logo.png', new Uint8Array([137, 80, 78, 71, 0, 255])),
    source('shop/zeros.txt', 'a\0b'),
    source('shop/two\nlines.txt', 'x'),
    source('shop/huge.csv', 'x'.repeat(1_000_001)),
    source('shop/node_modules/a/index.js', 'x'),
    source('shop/kept.txt', 'kept'),
  ]);
  expect(Object.keys(files)).toEqual(['kept.txt']);
  expect(left.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    'huge.csv: larger than 1 MB',
    'logo.png: not text',
    'node_modules/a/index.js: in node_modules',
    'two\nlines.txt: its name cannot be used',
    'zeros.txt: not text',
  ]);
});

it('skips files that often have secrets, but not their templates', async () => {
  const names = ['.env', '.env.local', 'app/.env.production', 'certs/server.pem', 'id_rsa', '.npmrc'];
  const taken = ['.env.example', 'src/env.ts', 'src/key.awk'];
  const { files, left } = await readFolder([...names, ...taken].map((path) => source(`shop/${path}`, 'x')));
  expect(Object.keys(files).toSorted()).toEqual(taken.toSorted());
  expect(new Set(left.map(({ why }) => why))).toEqual(new Set(['often has keys or passwords']));
});

it('[U2] takes of the settings of git only which repository it is', async () => {
  const config =
    '[remote "origin"]\n\turl = https://me:token-1@git.example/club/tally.git\n[http]\n\textraheader = secret\n';
  const { files, left } = await readFolder([
    source('shop/.git/config', config),
    source('shop/.git/HEAD', 'ref: refs/heads/main'),
    source('shop/lib/.git/config', config),
  ]);
  expect(Object.keys(files)).toEqual(['.git/config']);
  expect(files['.git/config']).toContain('url = https://git.example/club/tally\n');
  expect(files['.git/config']).not.toMatch(/token|secret/);
  expect(left.map(({ path, why }) => `${path}: ${why}`)).toEqual(['.git/HEAD: in .git', 'lib/.git/config: in .git']);
  const alone = await readFolder([source('shop/.git/config', '[core]\n')]);
  expect(alone).toEqual({ files: {}, left: [{ path: '.git/config', why: 'names no remote repository' }] });
});

it('stops copying before the workspace is full', async () => {
  const many = Array.from({ length: 25 }, (_, place) => source(`shop/${place}.txt`, 'x'.repeat(1_000_000)));
  const { files, left } = await readFolder(many);
  expect(Object.keys(files)).toHaveLength(20);
  expect(left[0]?.why).toBe('more than 20 MB in total');
});

it('copies files in path order, whatever order they arrive in', async () => {
  const many = Array.from({ length: 2_002 }, (_, place) =>
    source(`shop/${String(2_001 - place).padStart(4, '0')}.txt`, 'x'),
  );
  const { files, left } = await readFolder(many);
  expect(Object.keys(files)[0]).toBe('0000.txt');
  expect(left.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    '2000.txt: more than 2,000 files',
    '2001.txt: more than 2,000 files',
  ]);
});
