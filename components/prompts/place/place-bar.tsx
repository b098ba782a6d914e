'use client';

import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { SimulationChart } from '@/components/charts/simulation-chart';
import { openedSession } from '@/components/shell/stores';
import { CallStepper } from '@/components/simulate/call-stepper';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { exactNumber } from '@/lib/series/words/format-number';
import { type CompactionMark, markAt, markBeside } from '@/lib/state/prompts/compaction-marks';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { ChoosePlace } from './choose-place';
import { MarkShape } from './mark-shape';
import { markWords } from './mark-words';
import styles from './place-bar.module.css';
import { PlaceStrip } from './place-strip';

interface PlaceBarProps {
  readonly session: OpenSession;
  /** As in the list. */
  readonly sessionId: string;
  readonly marks: readonly CompactionMark[];
  readonly at: Pick<CompactionMark, 'call' | 'by'>;
  onMark(mark: CompactionMark): void;
  onStepMark(direction: 1 | -1): void;
}

/** Of more marks, those around the current one. */
const MAX_SHOWN = 8;

/** Where the session is compacted: one stop of Tab, from which the arrow keys move. Not drawn with each chunk of an answer. */
export const PlaceBar = memo(function PlaceBar(props: PlaceBarProps) {
  const { session, sessionId, marks, at, onMark, onStepMark } = props;
  const { timeline, summary } = session;
  const { select, step } = openedSession.getState();
  const [isChartShown, setIsChartShown] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const here = markAt(marks, at);
  const from = firstShown(marks, at);
  const shown = marks.slice(from, from + MAX_SHOWN);
  return (
    <section className={styles.place} aria-label="Compaction point">
      <Toolbar label="Compactions of this session">
        <IconButton
          icon="left"
          label="Previous compaction (k)"
          disabled={markBeside(marks, at, -1) === undefined}
          onClick={() => onStepMark(-1)}
        />
        <IconButton
          icon="right"
          label="Next compaction (j)"
          disabled={markBeside(marks, at, 1) === undefined}
          onClick={() => onStepMark(1)}
        />
        {shown.map((mark, index) => (
          <Button
            key={`${mark.by} ${mark.call}`}
            className={styles.mark}
            aria-label={markWords(mark)}
            title={markWords(mark)}
            aria-pressed={here === from + index}
            onClick={() => onMark(mark)}
          >
            <MarkShape by={mark.by} />
            {exactNumber(mark.call + 1)}
          </Button>
        ))}
        <Button onClick={() => setIsChoosing(true)}>
          {shown.length < marks.length ? `All ${exactNumber(marks.length)}, other sessions…` : 'Other sessions…'}
        </Button>
        <Button aria-expanded={isChartShown} onClick={() => setIsChartShown(!isChartShown)}>
          {isChartShown ? 'Hide chart' : 'Show chart'}
        </Button>
      </Toolbar>
      {isChartShown ? (
        <SimulationChart
          timeline={timeline}
          simulation={undefined}
          ghost={undefined}
          overlays={[]}
          window={summary.window}
          selected={at.call}
          onSelect={select}
          onStepEvent={onStepMark}
        >
          <CallStepper timeline={timeline} call={at.call} onStep={step} />
        </SimulationChart>
      ) : (
        <PlaceStrip timeline={timeline} marks={marks} call={at.call} onMark={onMark} onCall={select} />
      )}
      <ChoosePlace
        isOpen={isChoosing}
        sessionId={sessionId}
        marks={marks}
        at={at}
        onMark={onMark}
        onClose={() => setIsChoosing(false)}
      />
    </section>
  );
});

function firstShown(marks: readonly CompactionMark[], at: Pick<CompactionMark, 'call' | 'by'>): number {
  const next = markAt(marks, at) ?? marks.findIndex(({ call }) => call > at.call);
  const middle = next === -1 ? marks.length : next;
  return Math.max(0, Math.min(marks.length - MAX_SHOWN, middle - MAX_SHOWN / 2));
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Buttons with one stop of Tab. */
function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])];
  const makeStop = (stop: Element) => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const index = all.findIndex((button) => button.matches(':focus'));
    const next = all[steps[event.key]?.(index, all.length) ?? -1];
    if (next === undefined || index === -1 || event.shiftKey || event.ctrlKey || event.metaKey) return;
    // Elsewhere these keys step through the calls.
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  return (
    <div
      ref={(element) => {
        box.current = element;
        const all = buttons();
        const stop = all.find((button) => button === document.activeElement) ?? all.find(isPressed) ?? all[0];
        if (stop !== undefined) makeStop(stop);
      }}
      role="toolbar"
      aria-label={label}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => makeStop(target)}
    >
      {children}
    </div>
  );
}

function isPressed(button: Element): boolean {
  return button.getAttribute('aria-pressed') === 'true';
}
