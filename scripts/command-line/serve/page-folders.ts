import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { complain } from '../terminal';

/** Where the production build of the page is. */
export interface PageFolders {
  /** What Next has rendered: the pages, and the parts of them that its router asks for. */
  readonly rendered: string;
  /** Scripts, styles and fonts, named by their content. */
  readonly assets: string;
  /** Samples and icons. */
  readonly open: string;
}

/** As they are in the package, beside the folder of the bundle. */
export function packedPage(page: string): PageFolders {
  return { rendered: join(page, 'rendered'), assets: join(page, 'assets'), open: join(page, 'open') };
}

/** As `next build` and the repository have them. */
export function builtPage(project: string): PageFolders {
  return {
    rendered: join(project, '.next/server/app'),
    assets: join(project, '.next/static'),
    open: join(project, 'public'),
  };
}

/** The package has them; a clone builds them first, unless they are up to date. Undefined if that fails. */
export async function pageFolders(): Promise<PageFolders | undefined> {
  const packed = fileURLToPath(new URL('../page', import.meta.url));
  if (existsSync(packed)) return packedPage(packed);
  const { ensureBuild } = await import('../../set-up/serve/production-build.mjs');
  const { projectFolder } = await import('../../set-up/project.mjs');
  return (await ensureBuild(projectFolder, (text) => complain(`${text}\n`))) ? builtPage(projectFolder) : undefined;
}
