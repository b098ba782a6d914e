import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project.mjs';
import { readJson } from '../read-json.mjs';

export const browserFolder = join(projectFolder, 'node_modules', '.cache', 'browser');

const file = join(browserFolder, 'browser.json');

/** The browser found last time, as `{ how, executablePath?, env?, version }`. playwright.config.ts reads the same file. */
export function rememberedBrowser() {
  return readJson(file);
}

export function rememberBrowser(browser) {
  mkdirSync(browserFolder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(browser, null, 2)}\n`);
}
