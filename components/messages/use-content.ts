'use client';

import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '@/lib/base/failure';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { Message, MessageId } from '@/lib/transcript/transcript';
import type { SimulatedContext, SimulatedPlace } from '@/lib/worker/engine/messages';

/** A message with its content: as it was recorded, or as a side of a call has it. */
export type ContentSource =
  | { readonly from: 'recording'; readonly index: number }
  | ({ readonly from: 'call' } & Omit<SimulatedPlace, 'call'>);

/** What was loaded already, so that lines that come into view again are there at once. */
export type LoadedContent = Map<string, Message>;

const MOST_LOADED = 200;

interface ContentParts {
  readonly ask: Pick<MessageAsks, 'message' | 'recorded'>;
  readonly context: SimulatedContext;
  readonly loaded: LoadedContent;
}

/** While a context gives way to another, what was loaded for the one before is shown. */
export function useContent(
  id: MessageId,
  source: ContentSource,
  { ask, context, loaded }: ContentParts,
): Message | Failure | undefined {
  const name = source.from === 'recording' ? id : `${id} ${source.side}`;
  const [content, setContent] = useState<Message | Failure | undefined>(() => loaded.get(name));
  const side = source.from === 'call' ? source.side : undefined;
  const place = source.from === 'call' ? source.place : source.index;

  useEffect(() => {
    let isWanted = true;
    const asked = side === undefined ? ask.recorded(place) : ask.message({ call: context.call, side, place });
    asked.then(
      (message) => {
        // The view may be another one by now, and its context on the way: another message stands at that place there.
        if (!isWanted || message.id !== id) return;
        remember(loaded, name, message);
        setContent(message);
      },
      (error: unknown) => {
        if (isWanted) setContent((known) => (known !== undefined && 'id' in known ? known : failureOf(error)));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [ask, context, loaded, id, name, side, place]);

  return content;
}

function remember(loaded: LoadedContent, name: string, message: Message): void {
  loaded.delete(name);
  loaded.set(name, message);
  for (const oldest of loaded.keys()) {
    if (loaded.size <= MOST_LOADED) break;
    loaded.delete(oldest);
  }
}
