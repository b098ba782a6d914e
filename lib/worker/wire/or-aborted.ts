/** Ends with what is waited for, however that ends, or earlier when it is aborted. */
export function orAborted(waited: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', end);
    waited.then(end, end);
  });
}
