import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { toolFile } from '../set-up/project.mjs';
import { runNode } from '../set-up/run-command.mjs';

/** The only package that the types of the library name. It is not installed with ours, so its types are copied. */
const NAMED = 'valibot';

/** The type declarations of the library and of everything that they name. */
export async function writeDeclarations(project: string, folder: string): Promise<void> {
  const { code, output } = await runNode(
    toolFile('tsc'),
    ['-p', join(project, 'scripts/library/tsconfig.json'), '--outDir', folder],
    { folder: project, output: 'collect' },
  );
  if (code !== 0) throw new Error(`No type declarations could be made:\n${output}`);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    writeFileSync(file, withFileNames(readFileSync(file, 'utf8'), dirname(file), folder));
  }
  copyFileSync(join(project, 'node_modules', NAMED, 'dist/index.d.mts'), join(folder, `${NAMED}.d.ts`));
}

/** Whoever resolves modules as Node does needs the names of the files. */
function withFileNames(text: string, from: string, folder: string): string {
  return text.replaceAll(/(\bfrom |\bimport\()(['"])([^'"]+)\2(?=;$|\))/gm, (_, before, quote, path) => {
    if (path === NAMED) {
      const beside = relative(from, join(folder, NAMED)).split(sep).join('/');
      return `${before}${quote}./${beside}.js${quote}`;
    }
    if (!path.startsWith('.')) throw new Error(`The types of the library name "${path}", which is not in the package.`);
    const isFolder = statSync(resolve(from, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
    return `${before}${quote}${path}${isFolder ? '/index' : ''}.js${quote}`;
  });
}
