'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  /** What is copied, for screen readers. */
  readonly label: string;
  readonly text: string;
}

export function CopyButton({ label, text }: CopyButtonProps) {
  const [done, setDone] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const copy = async () => setDone({ text, isCopied: await copyText(text) });
  const said = done?.text === text ? (done.isCopied ? 'Copied' : 'Copy failed: select the text') : undefined;
  return (
    <span className={styles.copy}>
      <Button look="quiet" className={styles.button} aria-label={`Copy ${label}`} onClick={copy}>
        Copy
      </Button>
      <span role="status" className={styles.said}>
        {said}
      </span>
    </span>
  );
}
