import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentSecurityPolicy, developmentPolicy } from './content-security-policy';
import { inlineScripts, scriptHash } from './inline-scripts';
import { pageScripts } from './page-scripts';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

it('lets in scripts by their hash, and nothing that is only inline', () => {
  const policy = contentSecurityPolicy([hash('start()')]);
  expect(policy).toContain(`script-src 'self' ${hash('start()')}`);
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:|ws:/);
});

it('differs for development only where hot reload needs it', () => {
  const directives = (policy: string) => new Map(policy.split('; ').map((each) => [each.split(' ', 1)[0], each]));
  const strict = directives(contentSecurityPolicy([]));
  const looser = [...directives(developmentPolicy('n1', []))].filter(([name, each]) => strict.get(name) !== each);
  expect(looser.map(([name]) => name).sort()).toEqual(['connect-src', 'script-src', 'style-src']);
});

it('hashes inline scripts as a browser does, and those only', async () => {
  const html = '<script src="/a.js" async=""></script><script>a < b && "é"</script><script id="x">\n</script>';
  expect(inlineScripts(html)).toEqual(['a < b && "é"', '\n']);
  expect(await scriptHash('a < b && "é"')).toBe(hash('a < b && "é"'));
});

it('finds the scripts of all pages of a build, each once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'highwater-pages-'));
  await mkdir(join(folder, 'deeper'));
  await writeFile(join(folder, 'index.html'), '<script>one</script><script>two</script>');
  await writeFile(join(folder, 'deeper', 'page.html'), '<script>two</script><script>three</script>');
  await writeFile(join(folder, 'page.js'), '<script>no page</script>');
  expect([...(await pageScripts(folder))].sort()).toEqual(['one', 'two', 'three'].map(hash).sort());
  await rm(folder, { recursive: true });
});
