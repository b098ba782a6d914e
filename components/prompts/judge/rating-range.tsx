import { MAX_POINTS, type RatingSpread } from '@/lib/judge/trial';
import styles from './rating-range.module.css';

const WIDTH = 80;
const HEIGHT = 10;
const MIDDLE = HEIGHT / 2;
const EDGE = 4;

/** A thin line from minimum to maximum on a scale from 0 to 5, with a mark at the median. The numbers are beside it. */
export function RatingRange({ spread: { least, median, most } }: { readonly spread: RatingSpread }) {
  const x = (points: number) => EDGE + (points / MAX_POINTS) * (WIDTH - 2 * EDGE);
  return (
    <svg
      className={styles.range}
      data-chart="ratings"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <line className={styles.scale} x1={x(0)} x2={x(MAX_POINTS)} y1={MIDDLE} y2={MIDDLE} />
      <line className={styles.spread} x1={x(least)} x2={x(most)} y1={MIDDLE} y2={MIDDLE} />
      <circle className={styles.median} cx={x(median)} cy={MIDDLE} r={3} />
    </svg>
  );
}
