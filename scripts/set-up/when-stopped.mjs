const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const parent = process.ppid;

/**
 * Calls `end` once, with the usual exit code, on Ctrl+C and similar signals; returns a function that stops listening.
 * npm passes a signal only to the shell between itself and us, which exits and leaves us running, so a change of the
 * parent process counts as SIGTERM.
 */
export function whenStopped(end) {
  const stop = (signal) => {
    release();
    for (const other of Object.keys(exitCodes)) process.on(other, () => {});
    end(exitCodes[signal]);
  };
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) stop('SIGTERM');
  }, 250);
  watch.unref();
  for (const signal of Object.keys(exitCodes)) process.on(signal, stop);

  const release = () => {
    clearInterval(watch);
    for (const signal of Object.keys(exitCodes)) process.off(signal, stop);
  };
  return release;
}
