import type { BrowserContext, Page } from '@playwright/test';

/**
 * Puts code in front of every script, of workers, too. A page that is closed may still have asked for some: the failure of
 * such a request would be reported in the next test. One that is needed fails the test that needs it.
 */
export async function beforeScripts(target: Page | BrowserContext, code: string): Promise<void> {
  await target.route('**/*.js', async (route) => {
    try {
      const response = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ response, body: `${code}\n${await response.text()}` });
    } catch {
      await route.abort().catch(() => undefined);
    }
  });
}
