import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import packageJson from '../../package.json';

/**
 * Bundles the command line, its threads and the library into one folder; returns the modules that are in it. Each command
 * is a chunk that is loaded when it is run. Rolldown, because vite brings it already, and because it drops more of what a
 * command does not use than esbuild does.
 */
export async function bundle(project: string, folder: string): Promise<readonly string[]> {
  const built = await rolldown({
    cwd: project,
    input: {
      main: 'scripts/command-line/main.ts',
      library: 'scripts/library/library.ts',
      ...threads(project),
    },
    platform: 'node',
    tsconfig: true,
    // What the package installs is not in it.
    external: Object.keys('dependencies' in packageJson ? Object(packageJson.dependencies) : {}),
    onLog(level, log) {
      // A module that is not found is only a warning, and a command that does not start.
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await built.write({
    dir: folder,
    format: 'esm',
    // One folder, in which a thread is beside the module that starts it.
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await built.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** A thread has a module that loads TypeScript, for the sources, and beside it the one that does the work. */
function threads(project: string): Readonly<Record<string, string>> {
  const found = ['scripts/command-line', 'scripts/rows'].flatMap((room) => {
    const folder = join(project, room);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-worker.mjs'))
      .map((file) => [basename(file, '.mjs'), join(folder, file.replace(/\.mjs$/, '.ts'))] as const);
  });
  const names = new Set(found.map(([name]) => name));
  if (names.size < found.length) throw new Error('Two threads have the same name.');
  return Object.fromEntries(found);
}
