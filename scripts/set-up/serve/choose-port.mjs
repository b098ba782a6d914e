import { freePort, host, isPortFree } from './free-port.mjs';

const firstPort = 3000;

/** The port that was asked for, or the first free one; says why if there is none. */
export async function choosePort(asked) {
  if (asked !== undefined) {
    if (await isPortFree(asked)) return asked;
    console.error(`Could not use port ${asked}: it is in use or not allowed. Omit --port and PORT to use a free port.`);
    return undefined;
  }
  const port = await freePort(firstPort);
  if (port === undefined) console.error(`Could not start the server: no free port from ${firstPort} up on ${host}.`);
  else if (port !== firstPort) console.log(`Port ${firstPort} is in use; using ${port}.`);
  return port;
}
