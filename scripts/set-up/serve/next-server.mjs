import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { toolFile } from '../project.mjs';
import { host } from './free-port.mjs';

/** Starts `next start` or `next dev` as a child of this process. `ended` resolves, never rejects, with how it ended. */
export function startNextServer(folder, mode, port) {
  const child = spawn(process.execPath, [toolFile('next'), mode, '-H', host, '-p', String(port)], {
    cwd: folder,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: mode === 'start' ? 'production' : 'development',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  return { child, ended, address: `http://${host}:${port}` };
}

export async function stopNextServer({ child, ended }) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(timer);
}

/** Requests the first page until it responds, the server ends or `limitMs` pass: `{ status? , ended? }`. */
export async function firstAnswer({ ended, address }, limitMs) {
  let end;
  ended.then((how) => {
    end = how;
  });
  const startMs = Date.now();
  let status;
  while (status === undefined && end === undefined && Date.now() - startMs < limitMs) {
    status = await statusOf(address, limitMs);
    if (status === undefined) await pause(50);
  }
  return { status, ended: end };
}

function statusOf(address, limitMs) {
  return new Promise((resolve) => {
    const request = get(address, { agent: false, timeout: limitMs }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
