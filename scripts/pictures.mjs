// Updates the screenshots of the main views in e2e/pictures, and the gallery in docs/charts, or only those that are named:
// `npm run pictures -- playground meter`. README.md shows some of them, e2e/app/pictures.spec.ts compares all.
import './set-up/install/require-node.mjs';
import { join } from 'node:path';
import { projectFolder, toolFile } from './set-up/project.mjs';
import { endCommandsWithThisProcess, runNode } from './set-up/run-command.mjs';
import { freePort } from './set-up/serve/free-port.mjs';
import { ensureBuild } from './set-up/serve/production-build.mjs';

endCommandsWithThisProcess();

process.exitCode = await renewPictures();

async function renewPictures() {
  if (!(await ensureBuild(projectFolder, console.log))) return 1;
  const browser = await runNode(join(projectFolder, 'scripts/browser.mjs'), [], { folder: projectFolder });
  if (browser.code !== 0) return browser.code;
  const port = (await freePort(4790)) ?? 4790;
  const { code } = await runNode(
    toolFile('playwright'),
    ['test', 'pictures.spec.ts', `--grep=${titles(process.argv.slice(2))}`, '--update-snapshots=all'],
    { folder: projectFolder, environment: { HIGHWATER_E2E_PORT: String(port) } },
  );
  return code;
}

/** Of the tests that take the pictures, those of one state together. The pages of the gallery list all charts. */
function titles(names) {
  if (names.length === 0) return 'kept pictures';
  return `kept pictures: .*\\b(${names.join('|')})\\b|pages of the gallery`;
}
