import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { builtPage, packedPage } from '../command-line/serve/page-folders';
import { projectFolder } from '../set-up/project.mjs';
import { ensureBuild } from '../set-up/serve/production-build.mjs';
import { bundle } from './bundle';
import { writeDeclarations } from './declarations';
import { notices } from './notices';

/** What `npm pack` packs, besides the files of the repository that package.json names. */
const packed = join(projectFolder, 'packed');

rmSync(packed, { recursive: true, force: true });
if (!(await ensureBuild(projectFolder, console.error))) throw new Error('There is no page to pack.');
await bundle(projectFolder, join(packed, 'code'));
await writeDeclarations(projectFolder, join(packed, 'types'));
const [from, to] = [builtPage(projectFolder), packedPage(join(packed, 'page'))];
// Beside what is served, Next has the code that has made it.
const isServed = (path: string) => /^[^.]*$|\.(?:html|meta|rsc|segments)$/.test(basename(path));
cpSync(from.rendered, to.rendered, { recursive: true, filter: isServed });
cpSync(from.assets, to.assets, { recursive: true });
cpSync(from.open, to.open, { recursive: true });
writeFileSync(join(packed, 'THIRD-PARTY-NOTICES.txt'), notices(projectFolder));
