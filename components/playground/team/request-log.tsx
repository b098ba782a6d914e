'use client';

import { useId, useMemo } from 'react';
import { BytesText } from '@/components/ui/number-text';
import { requestWords, shortSum, statusWords } from '@/lib/state/playground/team/team-words';
import type { TeamRequest } from '@/lib/team/team-line';
import { CappedList } from '../memory/capped-list';
import styles from './team.module.css';

interface RequestLogProps {
  readonly you: readonly TeamRequest[];
  readonly robin: readonly TeamRequest[];
}

interface Logged extends TeamRequest {
  readonly by: string;
  readonly place: number;
}

/** The requests of both members, the latest first. */
export function RequestLog({ you, robin }: RequestLogProps) {
  const id = useId();
  const all = useMemo(() => {
    const logged = [...named('You', you), ...named('Robin', robin)];
    return logged.sort((a, b) => b.timeMs - a.timeMs || b.place - a.place);
  }, [you, robin]);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>Requests</h2>
      {all.length === 0 && <p className={styles.muted}>None yet.</p>}
      <CappedList
        label="Requests to the server"
        items={all}
        most={12}
        keyOf={({ by, place, timeMs }) => `${by} ${place} ${timeMs}`}
        render={(request) => <Line request={request} />}
      />
    </section>
  );
}

function named(by: string, requests: readonly TeamRequest[]): readonly Logged[] {
  return requests.map((request, place) => ({ ...request, by, place }));
}

function Line({ request }: { readonly request: Logged }) {
  const { by, method, condition, bytes, etag, says, timeMs } = request;
  return (
    <span className={styles.request} data-status={request.status}>
      <span className={styles.muted}>{clock(timeMs)}</span>
      <span className={styles.by}>{by}</span>
      <span>{requestWords(request)}</span>
      <span className={styles.data}>
        {method}
        {condition !== undefined && (
          <span title={`${method === 'GET' ? 'If-None-Match' : 'If-Match'}: ${condition}`}> {shortSum(condition)}</span>
        )}
      </span>
      {bytes > 0 && <BytesText bytes={bytes} />}
      <span className={styles.status}>{statusWords(request)}</span>
      {etag !== undefined && (
        <span className={styles.muted}>
          ETag <span className={styles.data}>{shortSum(etag)}</span>
        </span>
      )}
      {says !== undefined && <span className={styles.muted}>{says}</span>}
    </span>
  );
}

function clock(timeMs: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const time = new Date(timeMs);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}
