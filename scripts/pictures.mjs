// Updates the screenshots of the main views in e2e/pictures: README.md shows some, e2e/app/pictures.spec.ts compares all.
import './set-up/require-node.mjs';
import { join } from 'node:path';
import { freePort } from './set-up/free-port.mjs';
import { ensureBuild } from './set-up/production-build.mjs';
import { projectFolder, toolFile } from './set-up/project.mjs';
import { endCommandsWithThisProcess, runNode } from './set-up/run-command.mjs';

endCommandsWithThisProcess();

process.exitCode = await renewPictures();

async function renewPictures() {
  if (!(await ensureBuild(projectFolder, console.log))) return 1;
  const browser = await runNode(join(projectFolder, 'scripts/browser.mjs'), [], { folder: projectFolder });
  if (browser.code !== 0) return browser.code;
  const port = (await freePort(4790)) ?? 4790;
  const { code } = await runNode(
    toolFile('playwright'),
    ['test', 'pictures.spec.ts', '--grep=kept pictures', '--update-snapshots=all'],
    { folder: projectFolder, environment: { HIGHWATER_E2E_PORT: String(port) } },
  );
  return code;
}
