'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type AbChoice, abQuery, readAbQuery } from '@/lib/state/ab/ab-choice';
import { AbView } from './ab/ab-view';
import { abRun, playground } from './playground-stores';

/** The URL has what is compared: whoever opens it gets the same curves. */
export function AbPage() {
  const query = useSearchParams();
  const run = useStore(abRun);
  const openPolicy = useStore(playground, ({ open }) => (open.type === 'open' ? open.run.policy : undefined));
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const read = readAbQuery(query);
    if (!read.ok) setProblem(read.error);
    else if (abQuery(read.value) !== abQuery(abRun.getState().choice)) abRun.getState().choose(read.value);
  }, [query]);
  useEffect(() => () => abRun.getState().stop(), []);

  const choose = (choice: AbChoice) => {
    setProblem(undefined);
    run.choose(choice);
    history.replaceState(null, '', `/playground/ab?${abQuery(choice)}`);
  };
  return <AbView run={run} onChoose={choose} openPolicy={openPolicy} problem={problem} />;
}
