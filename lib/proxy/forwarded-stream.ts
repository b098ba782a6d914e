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

/**
 * Forwards every chunk without the key. An event stream interrupted between two events ends in an error event, like the
 * API's own; within an event the connection is aborted, because half an event cannot be undone.
 */
export function passedOn(body: ReadableStream<Uint8Array>, passage: Passage): ReadableStream<Uint8Array> {
  const { watch, mask, onChunk, onEnd } = passage;
  const reader = body.getReader();
  let tail = '\n\n';
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await watch.waitFor(reader.read());
        if (done) {
          const rest = mask.rest();
          if (rest.length > 0) controller.enqueue(rest);
          controller.close();
          onEnd();
          return;
        }
        onChunk(value.length);
        bytes += value.length;
        if (bytes > passage.mostBytes) {
          void reader.cancel().catch(() => undefined);
          throw new Error('The response is too long.');
        }
        tail = (tail + String.fromCharCode(...value.subarray(-4))).slice(-4);
        // Even an empty chunk: otherwise the stream would not be pulled again.
        controller.enqueue(mask.next(value));
      } catch (error) {
        onEnd();
        if (passage.isEventStream && /(\n\n|\r\n\r\n)$/.test(tail)) {
          const data = errorBody(passage.words(error), passage.requestId);
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
