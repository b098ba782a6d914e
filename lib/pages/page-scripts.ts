import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inlineScripts, scriptHash } from './inline-scripts';

/**
 * The hashes of all inline scripts in the pages of this build. They are fixed with the build, so a nonce, for which every
 * page would have to be rendered for each request, is not needed.
 */
export async function pageScripts(
  folder = join(/* turbopackIgnore: true */ process.cwd(), '.next', 'server', 'app'),
): Promise<readonly string[]> {
  const files = (await readdir(/* turbopackIgnore: true */ folder, { recursive: true }))
    .filter((file) => file.endsWith('.html'))
    .sort();
  const pages = await Promise.all(
    files.map((file) => readFile(/* turbopackIgnore: true */ join(folder, file), 'utf8')),
  );
  const hashes = await Promise.all(pages.flatMap(inlineScripts).map(scriptHash));
  return [...new Set(hashes)];
}
