'use client';

import { useWidth } from '@/components/charts/frame/use-width';
import { tenth } from '@/lib/series/chart/line-path';
import { roundTicks, topOfPlot } from '@/lib/series/chart/plot-scale';
import { spreadLabels } from '@/lib/series/chart/spread-labels';
import { RECORDED } from '@/lib/series/tables/comparison-table';
import { type CostLossPoint, paretoFront } from '@/lib/series/tables/cost-loss-points';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import { plotArea } from '../frame/plot-frame';
import styles from './loss-scatter.module.css';

interface LossScatterProps {
  /** At least one. */
  readonly points: readonly CostLossPoint[];
}

const frame = { left: 48, right: 12, top: 12, bottom: 44, height: 300 } as const;
const TICK_GAP = 8;
const NAME_HEIGHT = 16;
const NAME_GAP = 10;
const CHARACTER = 6.6;
/** Further right, a name is on the left of its dot. */
const TURN = 0.55;
const DIAMOND = 'M0-6 6 0 0 6-6 0Z';

/** Each run as a dot: cheap is left, few losses are low. */
export function LossScatter({ points }: LossScatterProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const area = plotArea(frame, width);
  const front = paretoFront(points);
  const [right, top] = [topOfPlot(...points.map(({ cost }) => cost)), topOfPlot(...points.map(({ misses }) => misses))];
  const x = (cost: number) => tenth((cost / right) * area.width);
  const y = (misses: number) => tenth(area.height - (misses / top) * area.height);
  const names = namesOf(points, x, y, area);
  const [first] = front;
  const step = front.map(({ cost, misses }) => `H${x(cost)}V${y(misses)}`).join('');
  return (
    <figure
      className={styles.chart}
      data-chart="cost-loss"
      aria-label={`Cost against used-later misses. On the front: ${front.map(({ name }) => name).join(', ')}.`}
    >
      <div ref={box} style={{ height: frame.height }}>
        <svg width={width} height={frame.height} aria-hidden="true">
          <g transform={`translate(${frame.left} ${frame.top})`}>
            <g data-layer="axes" className={styles.axes}>
              {ticksOf(top)
                .filter(Number.isInteger)
                .map((misses) => (
                  <g key={misses} transform={`translate(0 ${y(misses)})`}>
                    <path d={`M0 0H${area.width}`} />
                    <text x={-TICK_GAP} dy="0.355em" textAnchor="end">
                      {exactNumber(misses)}
                    </text>
                  </g>
                ))}
              {ticksOf(right).map((cost) => (
                <text key={cost} x={x(cost)} y={area.height + TICK_GAP} dy="0.71em" textAnchor="middle">
                  {dollars(cost)}
                </text>
              ))}
              <text x={area.width} y={area.height + TICK_GAP + NAME_HEIGHT} dy="0.71em" textAnchor="end">
                Cost
              </text>
              <text x={0} y={-2}>
                Used-later misses
              </text>
            </g>
            {first !== undefined && (
              <path data-layer="front" className={styles.front} d={`M${x(first.cost)} 0${step}H${area.width}`} />
            )}
            {points.map((point, index) => {
              const { text, left, baseline, anchor } = names[index] ?? {
                text: '',
                left: 0,
                baseline: 0,
                anchor: 'start',
              };
              const isOnFront = front.includes(point);
              return (
                <g key={point.name} data-layer="points" data-front={isOnFront}>
                  <path
                    className={isOnFront ? styles.best : styles.beaten}
                    transform={`translate(${x(point.cost)} ${y(point.misses)})`}
                    d={point.name === RECORDED ? DIAMOND : circle(4.5)}
                  />
                  <text className={styles.name} x={left} y={baseline} textAnchor={anchor}>
                    {text}
                  </text>
                </g>
              );
            })}
          </g>
        </svg>
      </div>
    </figure>
  );
}

/** The last tick may be beyond the plot. */
function ticksOf(end: number): readonly number[] {
  return roundTicks(end).filter((value) => value <= end);
}

function circle(radius: number): string {
  return `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;
}

interface PlacedName {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly anchor: 'start' | 'end';
}

/** Beside their dots, moved up or down where they would overlap, and cut where the plot ends. */
function namesOf(
  points: readonly CostLossPoint[],
  x: (cost: number) => number,
  y: (misses: number) => number,
  area: { readonly width: number; readonly height: number },
): readonly PlacedName[] {
  const tops = spreadLabels(
    points.map(({ misses }) => y(misses) - NAME_HEIGHT / 2),
    NAME_HEIGHT,
    area.height - NAME_HEIGHT,
  );
  return points.map(({ name, cost }, index) => {
    const dot = x(cost);
    const isLeft = dot > area.width * TURN;
    const room = Math.max(3, Math.floor(((isLeft ? dot : area.width - dot) - NAME_GAP) / CHARACTER));
    return {
      text: name.length > room ? `${name.slice(0, room - 1)}…` : name,
      left: isLeft ? dot - NAME_GAP : dot + NAME_GAP,
      baseline: tenth((tops[index] ?? 0) + NAME_HEIGHT * 0.75),
      anchor: isLeft ? 'end' : 'start',
    };
  });
}
