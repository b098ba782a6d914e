import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOtherEngines } from '../browser/ensure-other-engines.mjs';
import { projectFolder, toolFile } from '../project.mjs';
import { readJson } from '../read-json.mjs';
import { ensureRedis } from '../redis/ensure-redis.mjs';
import { runNode } from '../run-command.mjs';
import { freePort } from '../serve/free-port.mjs';
import { ensureBuild } from '../serve/production-build.mjs';
import {
  countsFromPlaywright,
  countsFromVitest,
  failuresFromPlaywright,
  failuresFromVitest,
  oneFailed,
  onePassed,
} from './counts.mjs';

const firstEndToEndPort = 4717;
/** The end-to-end tests that need other browsers than Chromium. */
const journeyFiles = ['e2e/engines/firefox.spec.ts', 'e2e/engines/webkit.spec.ts'];
const show = { folder: projectFolder };

/**
 * The steps of `npm test` by name, in order; each resolves to counts, and to `failures` if it knows them. `filters` (parts
 * of file names) apply to the unit and end-to-end tests. `changed`: only the unit tests that depend on uncommitted changes. `only`: the steps that will run.
 */
export function testSteps(filters, changed = false, only = []) {
  const said = [];
  const begun = once(() => ensureBuild(projectFolder, (line) => said.push(line)));
  const build = async () => {
    const isBuilt = await begun();
    for (const line of said.splice(0)) console.log(line);
    return isBuilt;
  };
  /** The unit tests do not always need every core. The step that needs the build reports a failure. */
  const beginBuild = () => {
    if (['build', 'package', 'e2e'].some((step) => only.includes(step))) begun().catch(() => undefined);
  };
  return {
    types: checkTypes,
    lint: async () => asOne(await runNode(toolFile('biome'), ['ci', '--colors=off', '.'], show)),
    lockfile: async () => asOne(await runNode(join(projectFolder, 'scripts/lockcheck.mjs'), [], show)),
    unit: async () => {
      beginBuild();
      if (!changed) await ensureRedis(console.log);
      return runVitest(changed ? ['--changed', '--passWithNoTests', ...filters] : filters);
    },
    build: async () => ((await build()) ? onePassed : oneFailed),
    package: async () => ((await build()) ? runVitest(['--config', 'scripts/package/vitest.config.ts']) : oneFailed),
    e2e: () => runEndToEndTests(filters, build),
  };
}

function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

function asOne({ code }) {
  return code === 0 ? onePassed : oneFailed;
}

async function checkTypes() {
  const generated = await runNode(toolFile('next'), ['typegen'], { ...show, output: 'collect' });
  if (generated.code !== 0) {
    console.log(generated.output);
    return oneFailed;
  }
  return asOne(await runNode(toolFile('tsc'), ['--noEmit'], show));
}

function runVitest(parameters) {
  return withReport('vitest', countsFromVitest, failuresFromVitest, (reportFile) =>
    runNode(
      toolFile('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...parameters],
      show,
    ),
  );
}

async function runEndToEndTests(filters, build) {
  if (!(await build())) {
    console.log('Could not run the end-to-end tests: there is no build.');
    return oneFailed;
  }
  const browser = await runNode(join(projectFolder, 'scripts/browser.mjs'), [], show);
  if (browser.code !== 0) return oneFailed;
  if (journeyFiles.some((file) => filters.length === 0 || filters.some((part) => file.includes(part)))) {
    await ensureOtherEngines(console.log);
  }

  const port = (await freePort(firstEndToEndPort)) ?? firstEndToEndPort;
  return withReport('Playwright', countsFromPlaywright, failuresFromPlaywright, (reportFile) =>
    runNode(toolFile('playwright'), ['test', ...filters], {
      ...show,
      environment: { HIGHWATER_E2E_REPORT: reportFile, HIGHWATER_E2E_PORT: String(port) },
    }),
  );
}

/** A runner that dies before it reports, or fails although no test did, is one failure. */
async function withReport(runner, countsFrom, failuresFrom, run) {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-test-'));
  try {
    const reportFile = join(folder, 'report.json');
    const { code, signal } = await run(reportFile);
    const how = signal ?? `code ${code}`;
    const report = readJson(reportFile);
    if (report === undefined) {
      console.log(`${runner} stopped (${how}) without a test report: counted as one failure.`);
      return oneFailed;
    }
    const counts = { ...countsFrom(report), failures: failuresFrom(report) };
    if (code === 0 || counts.failed > 0) return counts;
    console.log(`${runner} stopped (${how}) although no test failed: counted as one failure.`);
    return { ...counts, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
