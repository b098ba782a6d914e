'use client';

import { type ClipboardEvent, type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { preferences } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Kbd } from '@/components/ui/kbd';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { sourcesOf } from './dropped-files';
import { FolderButton } from './folder-button';
import styles from './import-bar.module.css';
import { MAX_CHARACTERS_IN_A_FIELD, pastedSources, textSource } from './pasted-sources';

interface ImportBarProps {
  readonly fileInput: RefObject<HTMLInputElement | null>;
  onImport(files: readonly ImportSource[]): void;
}

export function ImportBar({ fileInput, onImport }: ImportBarProps) {
  const maskSecrets = useStore(preferences, (state) => state.maskSecrets);
  const [text, setText] = useState('');

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const sources = pastedSources(event.clipboardData);
    const isText = event.clipboardData.files.length === 0;
    if (isText && (sources[0]?.file.size ?? 0) <= MAX_CHARACTERS_IN_A_FIELD) return;
    event.preventDefault();
    onImport(sources);
  };

  const importText = () => {
    if (text.trim() === '') return;
    onImport([textSource(text)]);
    setText('');
  };

  return (
    <section className={styles.bar} aria-label="Import">
      <div className={styles.ways}>
        <Button look="main" onClick={() => fileInput.current?.click()}>
          <Icon name="file" /> Choose files
        </Button>
        <FolderButton label="Choose folder" inputLabel="Transcript folder" onFolder={onImport} />
        <form
          className={styles.paste}
          onSubmit={(event) => {
            event.preventDefault();
            importText();
          }}
        >
          <textarea
            aria-label="Transcript as text"
            placeholder="Or paste a transcript here"
            rows={1}
            data-filled={text !== ''}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPaste={onPaste}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) importText();
            }}
          />
          <Button type="submit" disabled={text.trim() === ''}>
            Import text
          </Button>
        </form>
      </div>
      <div className={styles.below}>
        <label className={styles.mask}>
          <input
            type="checkbox"
            checked={maskSecrets}
            onChange={(event) => preferences.getState().set({ maskSecrets: event.target.checked })}
          />
          Mask secrets before storing
        </label>
        <p className={styles.hint}>
          Drop files or folders anywhere on this page, or paste with <Kbd>Ctrl V</Kbd>.
        </p>
      </div>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label="Transcript files"
        onChange={(event) => {
          onImport(sourcesOf([...(event.target.files ?? [])]));
          // Otherwise choosing the same file again would not fire a change event.
          event.target.value = '';
        }}
      />
    </section>
  );
}
