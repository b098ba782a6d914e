'use client';

import { useState } from 'react';
import { type CallRange, rangeShowing, wholeRange } from '@/lib/series/chart/call-range';

/** The calls that are zoomed to. Who steps out of them takes them along. */
export function useCallRange(calls: number, selected: number): readonly [CallRange, (range: CallRange) => void] {
  const [state, setState] = useState({ range: wholeRange(calls), calls, selected });
  let { range } = state;
  if (state.calls !== calls || state.selected !== selected) {
    range = state.calls === calls ? rangeShowing(range, selected, calls) : wholeRange(calls);
    setState({ range, calls, selected });
  }
  return [range, (wanted) => setState((shown) => ({ ...shown, range: wanted }))];
}
