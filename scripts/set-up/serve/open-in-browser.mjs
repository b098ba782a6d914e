import { spawn } from 'node:child_process';

const openers = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the default browser. A machine without one is not an error: the terminal shows the URL. */
export function openInBrowser(address) {
  const [command, ...parameters] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...parameters, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
