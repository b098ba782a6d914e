'use client';

import type { PointerEvent } from 'react';
import type { CallScale } from '@/lib/series/chart/plot-scale';
import styles from '../frame/plot.module.css';
import { useDoublePress } from './use-double-press';

export interface PlotPlace {
  readonly call: number;
  /** In pixels from the upper left corner of the plot, including the lanes above it. */
  readonly x: number;
  readonly y: number;
}

interface PlotPointerProps {
  readonly scale: CallScale;
  onHover(place: PlotPlace | undefined): void;
  /** Called on press and while dragging. */
  onPress(place: PlotPlace): void;
  onDoublePress?(): void;
}

/** An overlay that reports the pointer position in a plot. */
export function PlotPointer({ scale, onHover, onPress, onDoublePress }: PlotPointerProps) {
  const isSecondPress = useDoublePress();

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event, scale);
    onHover(place);
    if (event.buttons === 1) onPress(place);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
    if (isSecondPress(event)) onDoublePress?.();
    else onPress(placeOf(event, scale));
  };

  return (
    <div
      className={styles.pointer}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerDown}
      onPointerLeave={() => onHover(undefined)}
    />
  );
}

function placeOf(event: PointerEvent<HTMLElement>, scale: CallScale): PlotPlace {
  const field = event.currentTarget.getBoundingClientRect();
  const x = event.clientX - field.left;
  return { call: scale.callAt(x / Math.max(1, field.width)), x, y: event.clientY - field.top };
}
