'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { abQuery, readAbQuery } from '@/lib/state/ab/ab-choice';
import { AbView } from './ab/ab-view';
import { abRun, playground } from './playground-stores';

/** The URL has what is compared: whoever opens it gets the same curves. */
export function AbPage() {
  const query = useSearchParams();
  const run = useStore(abRun);
  const { choice } = run;
  const openPolicy = useStore(playground, ({ open }) => (open.type === 'open' ? open.run.policy : undefined));
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const read = readAbQuery(query);
    if (!read.ok) setProblem(read.error);
    else if (abQuery(read.value) !== abQuery(abRun.getState().choice)) abRun.getState().choose(read.value);
  }, [query]);
  useEffect(() => {
    const wanted = readAbQuery(new URLSearchParams(location.search));
    if (wanted.ok && abQuery(wanted.value) === abQuery(choice)) return;
    setProblem(undefined);
    history.replaceState(null, '', `/playground/ab?${abQuery(choice)}`);
  }, [choice]);
  useEffect(() => () => abRun.getState().stop(), []);

  return <AbView run={run} openPolicy={openPolicy} problem={problem} />;
}
