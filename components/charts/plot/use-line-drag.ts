'use client';

import { useRef } from 'react';
import type { LineName } from '@/lib/series/chart/threshold-lines';
import type { LineSettings } from '@/lib/state/policy/line-settings';
import type { PlotArea } from '../frame/plot-frame';

/** Lines that change the policy. */
export interface LineEditing {
  readonly settings: LineSettings;
  onMove(line: LineName, tokens: number): void;
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
}

/** Moves a line by as much as the pointer, wherever in its reach it was taken. */
export function useLineDrag({ editing, area, top, onHold }: LineDragParts) {
  const grip = useRef<Grip>(undefined);
  return (line: LineName, { type, clientY }: LineDragStep) => {
    const setting = editing?.settings[line];
    if (type === 'start' && setting?.type === 'set') {
      grip.current = { tokens: setting.tokens, clientY, tokensPerPixel: top / Math.max(1, area.height) };
      onHold(top);
      return;
    }
    const held = grip.current;
    if (held === undefined) return;
    if (type === 'end') {
      grip.current = undefined;
      onHold(undefined);
    } else if (clientY !== held.clientY || setting?.type !== 'set' || setting.tokens !== held.tokens) {
      editing?.onMove(line, held.tokens + (held.clientY - clientY) * held.tokensPerPixel);
    }
  };
}
