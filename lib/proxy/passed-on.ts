import { errorBody } from './api-error';
import type { KeyMask } from './key-mask';
import type { RequestWatch } from './request-watch';

export interface Passage {
  readonly watch: RequestWatch;
  readonly mask: KeyMask;
  readonly isEventStream: boolean;
  readonly requestId: string | null;
  /** What to tell the page when the stream breaks off. */
  readonly words: (error: unknown) => { readonly type: string; readonly message: string };
  readonly onChunk: (bytes: number) => void;
  readonly onEnd: () => void;
}

/**
 * Every chunk as it comes, without the key. A stream of events that breaks off between two events ends in an error event, as the API's own
 * do; inside an event the line breaks here too, since half an event could not be taken back.
 */
export function passedOn(body: ReadableStream<Uint8Array>, passage: Passage): ReadableStream<Uint8Array> {
  const { watch, mask, onChunk, onEnd } = passage;
  const reader = body.getReader();
  let tail = '\n\n';
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
        tail = (tail + String.fromCharCode(...value.subarray(-4))).slice(-4);
        // An empty one too: after a pull that gave nothing there would be no other.
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
