import { spawn } from 'node:child_process';

/** Says where the page is, and opens it if somebody is there to see it. */
export function showAddress(address, opens) {
  console.log(`\nHighwater is running at ${address}\nOnly this machine can reach it. Press Ctrl+C to stop.\n`);
  if (opens && process.stdout.isTTY && !process.env.CI) openInBrowser(address);
}

const openers = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the default browser. A machine without one is not an error: the terminal shows the URL. */
function openInBrowser(address) {
  const [command, ...parameters] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...parameters, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
