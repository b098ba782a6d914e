'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
}

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const [isRefused, setRefused] = useState(false);

  const copy = async () => {
    const isCopied = await copyText(text);
    setRefused(!isCopied);
    if (isCopied) setCopied(text);
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
