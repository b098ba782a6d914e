import type { Page } from '@playwright/test';

/** Reloads in the very moment in which the page shows a text: nobody can be faster. To be called before that. */
export async function reloadOnceShown(page: Page, text: string): Promise<() => Promise<void>> {
  const loaded = page.waitForEvent('load');
  await page.evaluate((wanted) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent?.includes(wanted)) return;
      observer.disconnect();
      location.reload();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, text);
  return async () => void (await loaded);
}

/** Presses the key for undo in the very moment in which a text is gone from a table. To be called before that. */
export async function undoOnceGone(page: Page, text: string): Promise<() => Promise<void>> {
  const pressed = await page.evaluateHandle((gone) => {
    const list = document.querySelector('main');
    if (list === null) throw new Error('No page');
    const state = { isPressed: false };
    const observer = new MutationObserver(() => {
      if ([...list.querySelectorAll('tbody')].some((body) => body.textContent?.includes(gone))) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
      state.isPressed = true;
    });
    observer.observe(list, { subtree: true, childList: true, characterData: true });
    return state;
  }, text);
  return async () => void (await page.waitForFunction(({ isPressed }) => isPressed, pressed));
}
