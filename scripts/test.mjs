import { join } from 'node:path';
import './set-up/install/require-node.mjs';
import { ensureDependencies } from './set-up/install/dependencies.mjs';
import { projectFolder } from './set-up/project.mjs';
import { endCommandsWithThisProcess } from './set-up/run-command.mjs';
import { seconds } from './set-up/seconds.mjs';
import { countsAsText, isGreen, oneFailed, sumOfCounts } from './set-up/test/counts.mjs';
import { testOptions } from './set-up/test/test-options.mjs';
import { testSteps } from './set-up/test/test-steps.mjs';

endCommandsWithThisProcess();

const options = testOptions(process.argv.slice(2), Object.keys(testSteps([])));
if (options.problem === undefined) {
  if (options.long) process.env.HIGHWATER_LONG = '1';
  conclude((await ensureDependencies(projectFolder, console.log)) ? await runSteps(options) : oneFailed);
} else {
  console.error(options.problem);
  process.exitCode = 1;
}

async function runSteps({ only, filters, changed }) {
  const results = [];
  const steps = Object.entries(testSteps(filters, changed, only)).filter(([name]) => only.includes(name));
  for (const [name, run] of steps) {
    console.log(`\n== ${name}`);
    const startMs = Date.now();
    const counts = await run().catch((error) => {
      console.log(`The step ${name} failed: ${error.stack}`);
      return oneFailed;
    });
    results.push({ name, counts, tookMs: Date.now() - startMs });
  }
  console.log('\n== summary');
  for (const { name, counts, tookMs } of results) {
    console.log(`${name.padEnd(10)}${countsAsText(counts)} (${seconds(tookMs)})`);
  }
  for (const { name, message, passedLater } of results.flatMap(({ counts }) => counts.failures ?? [])) {
    const what = passedLater ? 'Failed at first, passed when repeated' : 'Failed';
    console.log(`\n${what}: ${name}\n${message.replace(/^/gm, '  ')}`.replaceAll(join(projectFolder, '/'), ''));
  }
  return sumOfCounts(results.map((result) => result.counts));
}

/** The last line is parsed by machines. */
function conclude(counts) {
  process.exitCode = isGreen(counts) ? 0 : 1;
  console.log(`\n${countsAsText(counts)}`);
}
