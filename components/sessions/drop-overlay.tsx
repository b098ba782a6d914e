'use client';

import { useEffect, useRef, useState } from 'react';
import type { ImportSource } from '@/lib/worker/engine/messages';
import styles from './drop-overlay.module.css';
import { droppedFiles } from './dropped-files';

interface DropOverlayProps {
  readonly words?: string;
  onImport(files: readonly ImportSource[]): void;
}

export function DropOverlay({ words = 'Drop to import. Files stay in your browser.', onImport }: DropOverlayProps) {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onImport);

  useEffect(() => {
    latest.current = onImport;
  });

  useEffect(() => {
    // Entering a child fires before leaving its parent, so only a count tells whether the pointer is still inside.
    let depth = 0;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onEnter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setIsOver(true);
    };
    const onOver = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const onLeave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const onDrop = async (event: DragEvent) => {
      depth = 0;
      setIsOver(false);
      if (!holdsFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      latest.current(await droppedFiles(event.dataTransfer));
    };
    addEventListener('dragenter', onEnter);
    addEventListener('dragover', onOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragenter', onEnter);
      removeEventListener('dragover', onOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);

  if (!isOver) return null;
  return (
    <div className={styles.overlay}>
      <p>{words}</p>
    </div>
  );
}
