'use client';

import Link from 'next/link';
import { memo, type ReactNode, useMemo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { type LaneShape, laneShapes } from '@/lib/series/chart/lane-shapes';
import type { CallScale } from '@/lib/series/chart/plot-scale';
import { counted, shortNumber } from '@/lib/series/words/format-number';
import { laneDetails, laneName, lanesSummary, sparedTokens } from '@/lib/series/words/lane-words';
import type { ChildLane, ChildLanes } from '@/lib/simulator/children/child-lane';
import type { PlotArea, PlotFrame } from '../frame/plot-frame';
import styles from './child-lanes.module.css';

/** How the lanes of a chart open, and what more is known of them. */
export interface LaneOpening {
  readonly all: ChildLanes;
  /** Where a sub-agent has an address of its own. */
  hrefOf?(index: number): string;
  onOpen?(index: number): void;
  /** The one that is open. */
  readonly opened?: number | undefined;
  /** Those that are running, with what they are doing. */
  readonly running?: ReadonlyMap<number, string>;
}

interface ChildLanesProps extends LaneOpening {
  readonly range: CallRange;
  readonly scale: CallScale;
  readonly frame: PlotFrame;
  readonly area: PlotArea;
}

const BAR = 14;

/** A lane for each sub-agent below the calls of its parent. */
export const ChildLanesChart = memo(function ChildLanesChart(props: ChildLanesProps) {
  const { all, range, scale, frame, area } = props;
  const shapes = useMemo(
    () => laneShapes(all.lanes, range, scale, { width: area.width, height: BAR }),
    [all, range, scale, area],
  );
  const outside = all.lanes.length - shapes.length;
  return (
    <section className={styles.lanes} data-chart="lanes" aria-label="Sub-agents">
      <p className={styles.summary}>
        {lanesSummary(all)}
        {outside > 0 && ` ${counted(outside, 'sub-agent')} outside the calls shown.`}
      </p>
      <div className={styles.scroll}>
        <ol className={styles.list}>
          {shapes.map((shape) => {
            const lane = all.lanes[shape.index];
            return lane && <Lane key={shape.index} {...props} shape={shape} lane={lane} left={frame.left} />;
          })}
        </ol>
      </div>
    </section>
  );
});

interface LaneProps extends ChildLanesProps {
  readonly shape: LaneShape;
  readonly lane: ChildLane;
  readonly left: number;
}

/** Room for a name, beside the lane or in it. */
const ROOM_FOR_NAME = 160;

function Lane({ shape, lane, left, all, area, frame, hrefOf, onOpen, opened, running }: LaneProps) {
  const { index } = shape;
  const details = laneDetails(lane, all);
  const [, ...facts] = details.split('\n');
  const doing = running?.get(index);
  const isRunning = running?.has(index) === true;
  const spared = sparedTokens(lane);
  const after = area.width - shape.left - shape.width;
  const side =
    shape.width >= ROOM_FOR_NAME ? 'inside' : after >= Math.min(ROOM_FOR_NAME, shape.left) ? 'after' : 'before';
  const room = side === 'inside' ? shape.width : side === 'after' ? after : shape.left;
  const name = (
    <span className={styles.name} data-side={side} style={{ maxWidth: room - 8 }}>
      {laneName(lane)}
      {isRunning && <span className={styles.doing}> {doing === '' ? 'running' : doing}</span>}
    </span>
  );
  const look = {
    className: styles.bar,
    style: { left: left + shape.left, width: shape.width },
    title: details,
    // It begins with the words in sight.
    'aria-label': [isRunning ? `${laneName(lane)} ${doing === '' ? 'running' : doing}` : laneName(lane), ...facts].join(
      '. ',
    ),
    'data-placed': lane.placedBy,
  };
  return (
    <li className={styles.lane} data-opened={opened === index} data-running={isRunning}>
      <svg
        className={styles.shape}
        style={{ left }}
        width={area.width}
        height={BAR}
        data-layer="lane"
        aria-hidden="true"
      >
        <path d={shape.path} />
      </svg>
      <Opener look={look} href={hrefOf?.(index)} onOpen={onOpen && (() => onOpen(index))}>
        {name}
      </Opener>
      {spared > 0 && (
        <span className={styles.spared} style={{ width: frame.right - 8 }} title="Tokens that its parent did not carry">
          −{shortNumber(spared)}
        </span>
      )}
    </li>
  );
}

interface OpenerProps {
  readonly look: Readonly<Record<string, unknown>> & { readonly className: string | undefined };
  readonly href: string | undefined;
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
}

function Opener({ look, href, onOpen, children }: OpenerProps) {
  if (href !== undefined) {
    return (
      <Link href={href} prefetch={false} {...look}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" onClick={onOpen} {...look}>
      {children}
    </button>
  );
}
