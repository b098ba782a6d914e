'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Failure, failureOf } from '@/lib/base/failure';
import { fail } from '@/lib/base/result';
import { type AbChoice, abQuery, readAbQuery } from '@/lib/state/ab/ab-choice';
import type { EndedSide } from '@/lib/state/ab/ab-store';
import { AbView } from './ab/ab-view';
import { abLosses, abRun, playground, saveSide } from './playground-stores';

/** The URL has what is compared: whoever opens it gets the same curves. */
export function AbPage() {
  const query = useSearchParams();
  const router = useRouter();
  const run = useStore(abRun);
  const losses = useStore(abLosses);
  const openPolicy = useStore(playground, ({ open }) => (open.type === 'open' ? open.run.policy : undefined));
  const [problem, setProblem] = useState<string>();
  const [saveFailure, setSaveFailure] = useState<Failure>();

  useEffect(() => {
    const read = readAbQuery(query);
    if (!read.ok) setProblem(read.error);
    else if (abQuery(read.value) !== abQuery(abRun.getState().choice)) abRun.getState().choose(read.value);
  }, [query]);
  const { ended } = run;
  useEffect(() => {
    if (ended.length > 0) void abLosses.getState().count(ended);
    return () => abLosses.getState().leave();
  }, [ended]);
  useEffect(() => () => abRun.getState().stop(), []);

  const choose = (choice: AbChoice) => {
    setProblem(undefined);
    run.choose(choice);
    history.replaceState(null, '', `/playground/ab?${abQuery(choice)}`);
  };
  const simulate = async (side: EndedSide, call?: number) => {
    setSaveFailure(undefined);
    const saved = await saveSide(side, call).catch((error: unknown) => fail(failureOf(error)));
    if (saved.ok) router.push(saved.value);
    else setSaveFailure(saved.error);
  };
  return (
    <AbView
      run={run}
      losses={losses}
      onChoose={choose}
      openPolicy={openPolicy}
      problem={problem}
      saveFailure={saveFailure}
      onSimulate={(side, call) => void simulate(side, call)}
    />
  );
}
