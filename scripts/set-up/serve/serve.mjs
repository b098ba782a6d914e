import { whenStopped } from '../when-stopped.mjs';
import { choosePort } from './choose-port.mjs';
import { firstAnswer, startNextServer, stopNextServer } from './next-server.mjs';
import { showAddress } from './show-address.mjs';

const answerLimitMs = 60_000;

/** Serves with `next start` or `next dev` on this machine only until Ctrl+C or the server's end; returns the exit code. */
export async function serve(folder, mode, options) {
  const port = await choosePort(options.port);
  if (port === undefined) return 1;

  const server = startNextServer(folder, mode, port);
  let isStopped = false;
  whenStopped(() => {
    isStopped = true;
    stopNextServer(server);
  });
  const output = bufferOutput(server.child);
  if (mode === 'dev') output.show();

  const answer = await firstAnswer(server, answerLimitMs);
  if (isStopped) return exitCleanly(server);
  if (answer.status === undefined || answer.status >= 500) {
    output.show();
    console.error(`Could not start the server on ${server.address}: ${failureText(answer)}.`);
    await stopNextServer(server);
    return 1;
  }

  showAddress(server.address, options.open);
  output.drop();

  const how = await server.ended;
  if (isStopped) return exitCleanly(server);
  console.error(`The server stopped unexpectedly (${how}). Run the same command to start it again.`);
  return 1;
}

async function exitCleanly(server) {
  await server.ended;
  console.log('Stopped.');
  return 0;
}

/** Buffers the server's output until it is clear whether it is needed; later output is passed on. */
function bufferOutput({ stdout, stderr }) {
  let held = [];
  const write = ({ to, piece }) => to.write(piece);
  const take = (to) => (piece) => (held === undefined ? write({ to, piece }) : held.push({ to, piece }));
  stdout.on('data', take(process.stdout));
  stderr.on('data', take(process.stderr));
  return {
    show() {
      held?.forEach(write);
      held = undefined;
    },
    drop() {
      held = undefined;
    },
  };
}

function failureText({ status, ended }) {
  if (status !== undefined) return `the first page returned status ${status}`;
  if (ended !== undefined) return `the server stopped (${ended})`;
  return `no response within ${answerLimitMs / 1000} seconds`;
}
