import Link from 'next/link';
import type { ReactNode } from 'react';
import { callAddress } from '@/lib/state/simulate/call-address';
import styles from './memory-tab.module.css';

export interface PlaceLinkProps {
  /** Empty for the open one. */
  readonly session: string;
  readonly call: number;
  readonly message: number;
  readonly part: number;
  readonly children: ReactNode;
  onSelectCall(call: number): void;
  onShow(messageIndex: number, partIndex: number): void;
}

/** To a message of the open session, or to the call that carries it first in another one. */
export function PlaceLink({ session, call, message, part, children, onSelectCall, onShow }: PlaceLinkProps) {
  if (session !== '') {
    return (
      <Link prefetch={false} className={styles.link} href={callAddress(session, call)}>
        {children}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => {
        onSelectCall(call);
        onShow(message, part);
      }}
    >
      {children}
    </button>
  );
}
