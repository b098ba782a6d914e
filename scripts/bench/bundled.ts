import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/**
 * Runs a module bundled into one file, as the browser gets it, and returns its output. The command line's loader would
 * name each created function again, which in the hot paths of a replay costs a fifth of the time.
 */
export async function runBundled(module: URL, words: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-bench-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [keepsAddresses],
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(module),
        outDir: folder,
        target: 'es2023',
        rollupOptions: { output: { entryFileNames: 'bench.mjs' } },
      },
    });
    const run = spawnSync(process.execPath, [join(folder, 'bench.mjs'), ...words], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error('The bundled bench ended with a failure');
    return run.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Bundles modules into a folder, a file for each, and returns that of the first: for one that starts threads, which the
 * others are.
 */
export async function bundledInto(folder: string, modules: readonly URL[]): Promise<string> {
  const paths = modules.map((module) => fileURLToPath(module));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      rollupOptions: {
        input: Object.fromEntries(paths.map((path) => [basename(path, '.ts'), path])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return join(folder, `${basename(paths[0] ?? '', '.ts')}.mjs`);
}

/** Modules read files beside them, but the bundle is elsewhere. */
const keepsAddresses: Plugin = {
  name: 'keeps-addresses',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
};
