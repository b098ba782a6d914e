import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const firefoxOnMac = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The path of a Firefox on this machine, or undefined. FIREFOX_PATH names one. */
export function firefoxProgram() {
  const { FIREFOX_PATH: named, PROGRAMFILES: programs } = process.env;
  if (named) return named;
  const inPrograms = programs ? join(programs, 'Mozilla Firefox', 'firefox.exe') : undefined;
  return (
    onPath('firefox-esr') ?? onPath('firefox') ?? [firefoxOnMac, inPrograms].find((path) => path && existsSync(path))
  );
}

/** The WebDriver of WebKitGTK, which brings a small browser, with a display for it; or undefined. WEBKIT_DRIVER_PATH names one. */
export function webKitPrograms() {
  const driver = process.env.WEBKIT_DRIVER_PATH || onPath('WebKitWebDriver');
  const display = onPath('Xvfb');
  const hasScreen = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  if (driver === undefined || (display === undefined && !hasScreen)) return undefined;
  return { driver, ...(display && { display }) };
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
