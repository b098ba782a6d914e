'use client';

import { useEffect, useState } from 'react';
import type { ContextAreas } from './context-areas';

let loaded: typeof ContextAreas | undefined;

async function load(): Promise<typeof ContextAreas> {
  loaded ??= (await import('./context-areas')).ContextAreas;
  return loaded;
}

/** Fetches the charts' library, which is large, where a chart is expected. Should it fail, the chart itself will tell. */
export function expectContextAreas(): void {
  load().catch(() => undefined);
}

/**
 * The drawing of the areas, once it is there. Not with `lazy`: React holds back what was suspended for 300 ms after the
 * page around it has appeared, and the picture would always come that late.
 */
export function useContextAreas(): typeof ContextAreas | undefined {
  const [state, setState] = useState(() => ({ areas: loaded, failure: undefined as unknown }));

  useEffect(() => {
    if (state.areas !== undefined) return;
    load().then(
      (areas) => setState({ areas, failure: undefined }),
      (failure: unknown) => setState({ areas: undefined, failure }),
    );
  }, [state.areas]);

  if (state.failure !== undefined) throw state.failure;
  return state.areas;
}
