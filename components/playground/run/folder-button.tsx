'use client';

import { useEffect, useRef } from 'react';
import { sourcesOf } from '@/components/sessions/dropped-files';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { ImportSource } from '@/lib/worker/engine/messages';

interface FolderButtonProps {
  onFolder(sources: readonly ImportSource[]): void;
}

/** Chooses a folder of the user for a new run. */
export function FolderButton({ onFolder }: FolderButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // React's types do not include this attribute.
    if (input.current !== null) input.current.webkitdirectory = true;
  }, []);

  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <Icon name="folder" /> Load a folder…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Workspace folder"
        onChange={(event) => {
          onFolder(sourcesOf([...(event.target.files ?? [])]));
          event.target.value = '';
        }}
      />
    </>
  );
}
