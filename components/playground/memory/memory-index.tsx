'use client';

import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { BytesText } from '@/components/ui/number-text';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ShownIndex } from '@/lib/agent/view/memory-view';
import { INDEX_NAME } from '@/lib/memory/files/memory-path';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { indexParts } from '@/lib/state/playground/memory/index-parts';
import { CappedList } from './capped-list';
import styles from './memory.module.css';
import index from './memory-index.module.css';

interface MemoryIndexProps {
  readonly index: ShownIndex;
  /** Files that it does not name. */
  readonly unlisted: readonly string[];
  onOpen(file: string): void;
}

/** [A4] The index as a session gets it, with its cut, and what is wrong with it. */
export function MemoryIndex({ index: shown, unlisted, onOpen }: MemoryIndexProps) {
  const { lines, bytes, mostLines, mostBytes, deadLinks, outside } = shown;
  const cutLine = useRef<HTMLParagraphElement>(null);
  const { kept, rest, cut } = indexParts(shown);
  return (
    <div className={styles.stack}>
      <div className={index.bar}>
        <p className={styles.muted}>
          {counted(lines, 'line')}, <BytesText bytes={bytes} />. A session gets at most {counted(mostLines, 'line')} and{' '}
          <BytesText bytes={mostBytes} />.
        </p>
        {cut !== undefined && (
          <Button onClick={() => cutLine.current?.scrollIntoView({ block: 'center' })}>Show the cut</Button>
        )}
        {lines > 0 && <Button onClick={() => onOpen(INDEX_NAME)}>Edit index</Button>}
      </div>
      {lines === 0 ? (
        <p className={styles.muted}>{INDEX_NAME} is empty: a new session starts without an index.</p>
      ) : (
        <ScrollArea className={index.text} label={`${INDEX_NAME}, full text`}>
          <pre>{kept}</pre>
          {cut !== undefined && (
            <>
              <p ref={cutLine} className={index.cut}>
                {cut}: a session does not get what follows
              </p>
              <pre className={index.rest}>{rest}</pre>
            </>
          )}
        </ScrollArea>
      )}
      <Wrong title="Dead links" explains="The index names files that do not exist" files={deadLinks} />
      <Wrong title="Not in the index" explains="Only recall can find these memories" files={unlisted} onOpen={onOpen} />
      <Wrong title="Links that leave the folder" explains="They are never followed" files={outside} />
    </div>
  );
}

const SHOWN = 12;

interface WrongProps {
  readonly title: string;
  readonly explains: string;
  readonly files: readonly string[];
  /** If there are such files. */
  onOpen?(file: string): void;
}

function Wrong({ title, explains, files, onOpen }: WrongProps) {
  if (files.length === 0) return null;
  return (
    <div className={index.wrong}>
      <p>
        <strong>
          {title}: {exactNumber(files.length)}.
        </strong>{' '}
        {explains}.
      </p>
      <CappedList
        label={title}
        isInline
        items={files}
        most={SHOWN}
        keyOf={(file) => file}
        render={(file) =>
          onOpen === undefined ? (
            <span className={styles.file}>{file}</span>
          ) : (
            <button type="button" className={index.link} onClick={() => onOpen(file)}>
              {file}
            </button>
          )
        }
      />
    </div>
  );
}
