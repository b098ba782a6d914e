'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
}

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const [isRefused, setRefused] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      setRefused(false);
    } catch {
      // Not allowed, or the page has no secure connection, where there is no clipboard at all.
      setRefused(true);
    }
  };

  return (
    <span className={styles.copy}>
      <Button onClick={copy}>{label}</Button>
      <span role="status">
        {isRefused ? 'The browser blocked copying. Select the text below instead.' : copied === text && 'Copied'}
      </span>
    </span>
  );
}
