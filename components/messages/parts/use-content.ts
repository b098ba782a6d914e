'use client';

import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '@/lib/base/failure';
import type { Message, MessageId } from '@/lib/transcript/transcript';

/** The source of a message's content: the same object as long as the content is the same. */
export interface ContentSource {
  /** Its cache key. */
  readonly name: string;
  load(): Promise<Message>;
}

/** Loaded content, so that lines that come back into view are shown immediately. */
export type LoadedContent = Map<string, Message>;

const MAX_LOADED = 200;

/** While the next context loads, the content of the previous one is shown. */
export function useContent(id: MessageId, source: ContentSource, loaded: LoadedContent): Message | Failure | undefined {
  const [content, setContent] = useState<Message | Failure | undefined>(() => loaded.get(source.name));

  useEffect(() => {
    let isWanted = true;
    source.load().then(
      (message) => {
        // The view may have changed while its context is still loading: another message is at that place there.
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
