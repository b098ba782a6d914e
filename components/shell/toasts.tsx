'use client';

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Kbd } from '@/components/ui/kbd';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import type { Toast } from '@/lib/state/shared/toasts';
import { toasts } from './stores';
import styles from './toasts.module.css';

const SHOWN_MS = 10_000;

export function Toasts() {
  const shown = useStore(toasts, (state) => state.shown);
  const undoable = shown.findLast((toast) => toast.undo !== undefined);
  // Without one the key belongs to the page.
  useShortcuts(undoable === undefined ? {} : { 'Ctrl+z': () => toasts.getState().undo(undoable.id) });
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastItem({ toast }: { readonly toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => toasts.getState().dismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id]);

  return (
    <div className={styles.toast}>
      <span className={styles.text}>{toast.text}</span>
      {toast.undo !== undefined && (
        <Button look="quiet" onClick={() => toasts.getState().undo(toast.id)}>
          Undo <Kbd>Ctrl Z</Kbd>
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => toasts.getState().dismiss(toast.id)} />
    </div>
  );
}
