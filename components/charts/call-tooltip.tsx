import { exactNumber, percent } from '@/lib/series/format-number';
import type { Timeline } from '@/lib/simulator/timeline';
import { type Category, categoryTitles } from '@/lib/tokens/category';
import { describeEvent } from './boundary-names';
import styles from './call-tooltip.module.css';
import { categoryColor } from './category-color';
import { EventMark } from './event-mark';

interface CallTooltipProps {
  readonly timeline: Timeline;
  readonly call: number;
  readonly share: number;
  readonly shown: readonly Category[];
}

export function CallTooltip({ timeline, call, share, shown }: CallTooltipProps) {
  const used = timeline.used[call] ?? 0;
  const events = timeline.events.filter((event) => event.call === call);
  const timeMs = timeline.timeMs[call] ?? Number.NaN;
  return (
    <div
      className={styles.tooltip}
      style={share < 0.5 ? { left: `${share * 100}%` } : { right: `${(1 - share) * 100}%` }}
    >
      <p className={styles.head}>
        <span>Call {exactNumber(call + 1)}</span>
        {!Number.isNaN(timeMs) && <span className={styles.muted}>{new Date(timeMs).toLocaleString('sv-SE')}</span>}
      </p>
      <table className={styles.table}>
        <tbody>
          {shown.toReversed().map((category) => {
            const tokens = timeline.byCategory[category][call] ?? 0;
            return (
              <tr key={category}>
                <td>
                  <span className={styles.swatch} style={{ background: categoryColor(category) }} />
                  {categoryTitles[category]}
                </td>
                <td>
                  {tokens > 0 && <span className={styles.muted}>≈ </span>}
                  {exactNumber(tokens)}
                </td>
                <td className={styles.muted}>{tokens === 0 ? '' : percent(tokens / Math.max(1, used))}</td>
              </tr>
            );
          })}
          <tr className={styles.total}>
            <td>{timeline.isMeasured[call] === 1 ? 'Tokens in, recorded' : 'Tokens in, estimated'}</td>
            <td>
              {timeline.isMeasured[call] !== 1 && <span className={styles.muted}>≈ </span>}
              {exactNumber(used)}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      {events.map((event) => (
        <p key={event.boundary} className={styles.event}>
          <EventMark kind={event.kind} isGuess={event.isGuess} />
          {describeEvent(event)}
        </p>
      ))}
    </div>
  );
}
