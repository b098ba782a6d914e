import { useEffect, useState } from 'react';
import { writeAddress } from '@/components/shell/write-address';
import { readCompareLink, usualCompareView, writeCompareLink } from '@/lib/state/compare/compare-link';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { comparison } from './compare-store';

/** Keeps the columns and the URL hash in sync while mounted. Returns what is wrong with a link. */
export function useCompareAddress(session: OpenSession): string | undefined {
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const viewInAddress = () => {
      const link = readCompareLink(location.hash);
      setProblem(link.ok ? undefined : `Invalid link: ${link.error}.`);
      return (link.ok ? link.value : undefined) ?? usualCompareView(session.summary.agent);
    };
    let written = '';
    const follow = () => {
      if (location.pathname !== '/compare') return;
      const view = viewInAddress();
      written = writeCompareLink(view);
      comparison.getState().show(view);
    };
    const view = viewInAddress();
    written = writeCompareLink(view);
    comparison.getState().start(session, view);
    const unsubscribe = comparison.subscribe(({ columns, baseline }, before) => {
      if (columns === before.columns && baseline === before.baseline) return;
      const hash = writeCompareLink({ columns, baseline });
      if (hash === written || location.pathname !== '/compare') return;
      written = hash;
      writeAddress('pushState', `${location.pathname}${location.search}#${hash}`);
    });
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
      unsubscribe();
      comparison.getState().leave();
    };
  }, [session]);

  return problem;
}
