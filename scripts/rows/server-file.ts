import { setTimeout as wait } from 'node:timers/promises';

const TRIES = 3;
const FIRST_WAIT_MS = 500;
/** A server that says nothing for so long is given up. */
const SILENCE_MS = 60_000;

export function isOnServer(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/** What may be over in a moment is tried again, as long as no byte of the file has arrived. */
export async function serverFile(
  address: string,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
  for (let tried = 1; ; tried++) {
    const asked = await ask(address, signal);
    if (asked.type === 'body') return asked.body;
    if (asked.isFinal || tried === TRIES || signal?.aborted) throw new Error(asked.why);
    await wait(FIRST_WAIT_MS * 2 ** (tried - 1));
  }
}

type Asked =
  | { readonly type: 'body'; readonly body: ReadableStream<Uint8Array> }
  | { readonly type: 'refused'; readonly why: string; readonly isFinal: boolean };

async function ask(address: string, signal: AbortSignal | undefined): Promise<Asked> {
  const silence = new AbortController();
  const waiting = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const signals = signal === undefined ? [silence.signal] : [signal, silence.signal];
    const answer = await fetch(address, { signal: AbortSignal.any(signals) });
    if (answer.ok && answer.body !== null) return { type: 'body', body: whileItComes(answer.body, waiting) };
    clearTimeout(waiting);
    await answer.body?.cancel();
    const mayChange = answer.status >= 500 || answer.status === 429 || answer.status === 408;
    return { type: 'refused', why: `the server answered ${answer.status}`, isFinal: !mayChange };
  } catch (error) {
    clearTimeout(waiting);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { type: 'refused', why: `the server could not be reached (${cause})`, isFinal: false };
  }
}

/** Every piece gives the server the same time for the next. */
function whileItComes(body: ReadableStream<Uint8Array>, waiting: NodeJS.Timeout): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream({
      transform: (piece, controller) => {
        waiting.refresh();
        controller.enqueue(piece);
      },
      flush: () => clearTimeout(waiting),
    }),
  );
}
