import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { sourcesOf } from './dropped-files';
import styles from './folder-button.module.css';

interface FolderButtonProps {
  readonly label: string;
  /** For screen readers. */
  readonly inputLabel: string;
  onFolder(sources: readonly ImportSource[]): void;
}

/** Chooses a folder of the user, with all files in it; where the browser cannot, says what can be done instead. */
export function FolderButton({ label, inputLabel, onFolder }: FolderButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const canChoose = useSyncExternalStore(
    () => () => {},
    () => 'webkitdirectory' in HTMLInputElement.prototype,
    () => true,
  );

  useEffect(() => {
    // React's types do not include this attribute.
    if (input.current !== null) input.current.webkitdirectory = true;
  }, []);

  if (!canChoose)
    return <span className={styles.instead}>This browser cannot choose folders: drop one on this page instead.</span>;
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <Icon name="folder" /> {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={inputLabel}
        onChange={(event) => {
          onFolder(sourcesOf([...(event.target.files ?? [])]));
          // Otherwise choosing the same folder again would not fire a change event.
          event.target.value = '';
        }}
      />
    </>
  );
}
