import { ensureDependencies } from '../install/dependencies.mjs';
import { projectFolder } from '../project.mjs';
import { endCommandsWithThisProcess } from '../run-command.mjs';
import { ensureBuild } from './production-build.mjs';
import { serve } from './serve.mjs';
import { serveOptions } from './serve-options.mjs';

/** `npm start` (`start`) and `npm run dev` (`dev`): prepares what is missing, then serves; returns the exit code. */
export async function serveCommand(mode) {
  const options = serveOptions(process.argv.slice(2), process.env);
  if (options.problem !== undefined) {
    console.error(options.problem);
    return 1;
  }
  return (await prepare(mode)) ? serve(projectFolder, mode, options) : 1;
}

async function prepare(mode) {
  const release = endCommandsWithThisProcess();
  const isReady =
    (await ensureDependencies(projectFolder, console.log)) &&
    (mode === 'dev' || (await ensureBuild(projectFolder, console.log)));
  release();
  return isReady;
}
