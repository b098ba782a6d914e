'use client';

import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '@/lib/base/failure';
import type { Message, MessageId } from '@/lib/transcript/transcript';

/** Where the content of a message comes from: the same object as long as it is the same. */
export interface ContentSource {
  /** What it is kept by. */
  readonly name: string;
  load(): Promise<Message>;
}

/** What was loaded already, so that lines that come into view again are there at once. */
export type LoadedContent = Map<string, Message>;

const MAX_LOADED = 200;

/** While a context gives way to another, what was loaded for the one before is shown. */
export function useContent(id: MessageId, source: ContentSource, loaded: LoadedContent): Message | Failure | undefined {
  const [content, setContent] = useState<Message | Failure | undefined>(() => loaded.get(source.name));

  useEffect(() => {
    let isWanted = true;
    source.load().then(
      (message) => {
        // The view may be another one by now, and its context on the way: another message stands at that place there.
        if (!isWanted || message.id !== id) return;
        remember(loaded, source.name, message);
        setContent(message);
      },
      (error: unknown) => {
        if (isWanted) setContent((known) => (known !== undefined && 'id' in known ? known : failureOf(error)));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [id, source, loaded]);

  return content;
}

function remember(loaded: LoadedContent, name: string, message: Message): void {
  loaded.delete(name);
  loaded.set(name, message);
  for (const oldest of loaded.keys()) {
    if (loaded.size <= MAX_LOADED) break;
    loaded.delete(oldest);
  }
}
