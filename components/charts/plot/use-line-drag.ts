'use client';

import { useRef } from 'react';
import type { LineName } from '@/lib/series/chart/threshold-lines';
import type { LineSettings } from '@/lib/state/policy/line-settings';
import type { PlotArea } from '../frame/plot-frame';

/** Lines that change the policy. */
export interface LineEditing {
  readonly settings: LineSettings;
  /** Moves the line of the policy as it is now: what a drag passes on its way leaves no trace. */
  take(line: LineName): (tokens: number) => void;
}

export interface LineDragStep {
  readonly type: 'start' | 'move' | 'end';
  readonly clientY: number;
}

interface LineDragParts {
  readonly editing: LineEditing | undefined;
  readonly area: PlotArea;
  readonly top: number;
  /** The scale must not change under the pointer. */
  onHold(top: number | undefined): void;
}

interface Grip {
  readonly tokens: number;
  readonly clientY: number;
  readonly tokensPerPixel: number;
  readonly moveTo: (tokens: number) => void;
}

/** Moves a line by as much as the pointer, wherever in its reach it was taken. */
export function useLineDrag({ editing, area, top, onHold }: LineDragParts) {
  const grip = useRef<Grip>(undefined);
  return (line: LineName, { type, clientY }: LineDragStep) => {
    const setting = editing?.settings[line];
    if (type === 'start' && editing !== undefined && setting?.type === 'set') {
      const tokensPerPixel = top / Math.max(1, area.height);
      grip.current = { tokens: setting.tokens, clientY, tokensPerPixel, moveTo: editing.take(line) };
      onHold(top);
      return;
    }
    const held = grip.current;
    if (held === undefined) return;
    if (type === 'end') {
      grip.current = undefined;
      onHold(undefined);
    } else held.moveTo(held.tokens + (held.clientY - clientY) * held.tokensPerPixel);
  };
}
