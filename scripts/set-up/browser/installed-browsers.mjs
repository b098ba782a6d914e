import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Installed browsers of the Chromium family: the paths that exist. */
export function installedBrowsers() {
  const places = { linux: linuxPlaces, darwin: macPlaces, win32: windowsPlaces }[process.platform];
  return [...new Set(places?.() ?? [])].filter((path) => existsSync(path));
}

function linuxPlaces() {
  const names = [
    'chromium-headless-shell',
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
  ];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function macPlaces() {
  const names = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
  const folders = ['/Applications', join(homedir(), 'Applications')];
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`));
}

function windowsPlaces() {
  const names = [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ];
  const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
}
