import { errorBody } from './api-error';
import type { KeyMask } from './key-mask';
import type { RequestWatch } from './request-watch';

export interface Passage {
  readonly watch: RequestWatch;
  readonly mask: KeyMask;
  readonly isEventStream: boolean;
  readonly requestId: string | null;
  /** More ends the stream. */
  readonly mostBytes: number;
  /** Sent to the page when the stream is interrupted. */
  readonly words: (error: unknown) => { readonly type: string; readonly message: string };
  readonly onChunk: (bytes: number) => void;
  readonly onEnd: () => void;
}

const BLANK_LINES = ['\n\n', '\r\n\r\n'];
/** Twice what the longest answer of any model comes to, as one event. A longer one would hold up whoever reads it. */
const LONGEST_EVENT_BYTES = 8 * 1024 * 1024;
const TOO_LONG = new Error('The answer of the API, or one event of it, is too long.');

/** A body whose first bytes have come: what goes wrong before them is still answered as an error. */
export interface BegunBody {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly first: Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;
}

export async function begunBody(body: ReadableStream<Uint8Array>, watch: RequestWatch): Promise<BegunBody> {
  const reader = body.getReader();
  return { reader, first: await watch.waitFor(reader.read()) };
}

/**
 * Forwards every chunk without the key. Of an event stream only whole events pass, so that one that is interrupted ends in
 * an error event, like the API's own. Anything else is aborted then: half an answer must not look complete.
 */
export function passedOn({ reader, first }: BegunBody, passage: Passage): ReadableStream<Uint8Array> {
  const { watch, mask, onChunk, onEnd } = passage;
  const events = passage.isEventStream ? new WholeEvents() : undefined;
  let begun: BegunBody['first'] | undefined = first;
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = begun ?? (await watch.waitFor(reader.read()));
        begun = undefined;
        if (done) {
          const rest = mask.rest();
          const last = events === undefined ? rest : events.end(rest);
          if (last.length > 0) controller.enqueue(last);
          controller.close();
          onEnd();
          return;
        }
        onChunk(value.length);
        bytes += value.length;
        if (bytes > passage.mostBytes) {
          void reader.cancel().catch(() => undefined);
          throw TOO_LONG;
        }
        const safe = mask.next(value);
        if (events?.isTooLong === true) {
          void reader.cancel().catch(() => undefined);
          throw TOO_LONG;
        }
        // Even an empty chunk: otherwise the stream would not be pulled again.
        controller.enqueue(events === undefined ? safe : events.next(safe));
      } catch (error) {
        onEnd();
        if (events !== undefined) {
          const said = error === TOO_LONG ? { type: 'api_error', message: TOO_LONG.message } : passage.words(error);
          const data = errorBody(said, passage.requestId);
          controller.enqueue(new TextEncoder().encode(`event: error\ndata: ${data}\n\n`));
          controller.close();
        } else controller.error(new Error('The response was interrupted.'));
      }
    },
    cancel() {
      watch.end('left');
      onEnd();
    },
  });
}

/** Holds back the beginning of an event until its end has come. */
class WholeEvents {
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private tail = '';

  get isTooLong(): boolean {
    return this.heldBytes > LONGEST_EVENT_BYTES;
  }

  next(chunk: Uint8Array): Uint8Array {
    const end = this.endIn(chunk);
    if (end === undefined) {
      this.hold(chunk);
      return new Uint8Array();
    }
    const whole = this.end(chunk.subarray(0, end));
    this.hold(chunk.subarray(end));
    return whole;
  }

  end(chunk: Uint8Array = new Uint8Array()): Uint8Array {
    this.hold(chunk);
    const whole = Buffer.concat(this.held);
    this.held = [];
    this.heldBytes = 0;
    return whole;
  }

  private hold(chunk: Uint8Array): void {
    if (chunk.length > 0) this.held.push(chunk);
    this.heldBytes += chunk.length;
  }

  /** Behind the last blank line that ends in this chunk. */
  private endIn(chunk: Uint8Array): number | undefined {
    const bytes = this.tail + Buffer.from(chunk).toString('latin1');
    const ends = BLANK_LINES.map((line) => ({ line, at: bytes.lastIndexOf(line) })).filter(({ at }) => at !== -1);
    const end = Math.max(0, ...ends.map(({ line, at }) => at + line.length)) - this.tail.length;
    this.tail = bytes.slice(-3);
    return end > 0 ? end : undefined;
  }
}
