import { spawn } from 'node:child_process';
import { whenStopped } from './when-stopped.mjs';

const running = new Set();
let ending = false;

/**
 * Runs a command to its end; a command that cannot be started ends with code 127.
 * `output`: `show` passes it on, `errors` passes all of it on to stderr, `collect` returns it.
 * After `limitMs` the command is ended.
 */
export function runCommand(
  command,
  parameters,
  { folder, environment = {}, output = 'show', limitMs, shell = false } = {},
) {
  const startMs = Date.now();
  const channels = { show: 'inherit', errors: 2, collect: 'pipe' };
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: folder,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
      stdio: ['ignore', channels[output], output === 'show' ? 'inherit' : channels[output]],
      timeout: limitMs,
      shell,
    });
    const pieces = [];
    const end = (code, signal) => {
      running.delete(child);
      if (ending) return;
      resolve({ code: code ?? 1, signal, output: Buffer.concat(pieces).toString(), tookMs: Date.now() - startMs });
    };
    running.add(child);
    child.stdout?.on('data', (piece) => pieces.push(piece));
    child.stderr?.on('data', (piece) => pieces.push(piece));
    child.on('close', end);
    child.on('error', (error) => {
      pieces.push(Buffer.from(error.message));
      end(127, null);
    });
  });
}

export function runNode(file, parameters, options) {
  return runCommand(process.execPath, [file, ...parameters], options);
}

export function runNpm(parameters, options) {
  const npmFile = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(npmFile)) return runNode(npmFile, parameters, options);
  return runCommand('npm', parameters, { ...options, shell: process.platform === 'win32' });
}

/**
 * Ends the running commands, then this process, when it is stopped. The commands always get SIGINT, because Playwright
 * leaves its web server running after SIGTERM. Returns a function that undoes this.
 */
export function endCommandsWithThisProcess() {
  return whenStopped((code) => {
    ending = true;
    for (const child of running) child.kill('SIGINT');
    const deadlineMs = Date.now() + 5_000;
    setInterval(() => {
      if (running.size > 0 && Date.now() < deadlineMs) return;
      for (const child of running) child.kill('SIGKILL');
      process.exit(code);
    }, 50);
  });
}
