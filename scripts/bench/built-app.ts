import { type Browser, chromium } from 'playwright';
import { rememberedBrowser } from '../set-up/browser/browser-file.mjs';
import { projectFolder } from '../set-up/project.mjs';
import { freePort } from '../set-up/serve/free-port.mjs';
import { firstAnswer, startNextServer, stopNextServer } from '../set-up/serve/next-server.mjs';
import { ensureBuild } from '../set-up/serve/production-build.mjs';

/** The production build in a real browser, while it is used. */
export async function withBuiltApp<Result>(
  use: (browser: Browser, baseURL: string) => Promise<Result>,
): Promise<Result> {
  if (!(await ensureBuild(projectFolder, (line: string) => process.stderr.write(`${line}\n`)))) {
    throw new Error('The build failed, so there is no page to measure.');
  }
  const server = startNextServer(projectFolder, 'start', (await freePort(4750)) ?? 4750);
  const found = rememberedBrowser();
  const browser = await chromium.launch(
    found?.executablePath === undefined ? {} : { executablePath: found.executablePath },
  );
  try {
    await firstAnswer(server, 30_000);
    return await use(browser, server.address);
  } finally {
    await browser.close();
    await stopNextServer(server);
  }
}
