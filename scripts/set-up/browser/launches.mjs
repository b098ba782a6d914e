import { chromium } from 'playwright';

/**
 * The candidate `{ how, executablePath?, env? }` with its version if it starts and runs a script, else undefined. An
 * existing file is not enough: it may lack a library.
 */
export async function launches(candidate) {
  const { executablePath, env } = candidate;
  let browser;
  try {
    browser = await chromium.launch({
      timeout: 20_000,
      env: { ...process.env, ...env },
      ...(executablePath && { executablePath }),
    });
    const page = await browser.newPage();
    const answer = await page.evaluate('6 * 7');
    return answer === 42 ? { ...candidate, version: browser.version() } : undefined;
  } catch (error) {
    if (process.env.DEBUG_BROWSER) console.error(`${candidate.how} ${executablePath ?? ''}: ${error.message}`);
    return undefined;
  } finally {
    await browser?.close();
  }
}

/** The first of the candidates that launches. */
export async function firstThatLaunches(candidates) {
  for (const candidate of candidates) {
    const browser = await launches(candidate);
    if (browser !== undefined) return browser;
  }
  return undefined;
}
