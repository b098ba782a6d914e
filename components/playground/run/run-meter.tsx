import { categoryColor } from '@/components/charts/frame/category-color';
import { lineLooks } from '@/components/charts/marks/line-looks';
import { Fact, Facts } from '@/components/ui/facts';
import { NumberText } from '@/components/ui/number-text';
import type { ModelChoice } from '@/lib/agent/journal/entry';
import type { Meter } from '@/lib/agent/view/run-view';
import { ESTIMATE_SOURCE } from '@/lib/agent/view/who-answers';
import { type LineName, thresholdLines } from '@/lib/series/chart/threshold-lines';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber, percent } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { categories, categoryTitles } from '@/lib/tokens/category';
import styles from './run-meter.module.css';

interface RunMeterProps {
  readonly meter: Meter;
  readonly model: ModelChoice;
  readonly simulation: Simulation;
}

/** How full the window is, and the cost so far. */
export function RunMeter({ meter, model, simulation }: RunMeterProps) {
  const { used, window, percentLeft, turnDollars, forkDollars, unheard, estimatedDollars, isCostUnknown } = meter;
  const paid = turnDollars + forkDollars + unheard.dollars;
  const isPaid = model.type === 'api' || paid > 0;
  const { isAutomatic } = simulation.thresholds;
  return (
    <div className={styles.meter} data-chart="meter">
      <WindowBar meter={meter} simulation={simulation} />
      <Facts className={styles.figures}>
        <Fact name="Window">
          <NumberText value={used} unit="tokens" source="in the context now, by the policy’s counter" /> of{' '}
          <NumberText value={window} unit="tokens" isRound />
        </Fact>
        {isAutomatic && (
          <Fact name="Until compaction" source="Share of the room left below the compaction threshold">
            {Math.max(0, Math.round(percentLeft))} %
          </Fact>
        )}
        {isPaid && (
          <>
            <Fact
              name="Cost"
              source="Of the agent’s own calls, of side requests, and of what failed or was undone, at list prices"
            >
              {(meter.countedHere > 0 || unheard.dollars > 0) && '≈ '}
              {costText(paid, isCostUnknown)}
            </Fact>
            {meter.forks > 0 && (
              <Fact
                name="Side requests"
                source={`${exactNumber(meter.forks)}, by layers for summaries, notes and memories, and by agents; included in the cost`}
              >
                {costText(forkDollars, isCostUnknown)}
              </Fact>
            )}
            {unheard.dollars > 0 && (
              <Fact
                name="Failed or undone"
                source={`${counted(unheard.calls, 'request')}, failed, stopped or undone; included in the cost, and in the limits of the whole run`}
              >
                ≈ {dollars(unheard.dollars)}
              </Fact>
            )}
          </>
        )}
        {!isPaid && <Fact name="Cost">$0</Fact>}
        {estimatedDollars > 0 && (
          <Fact name="Would have cost" source={ESTIMATE_SOURCE}>
            ≈ {dollars(estimatedDollars)}, estimated
          </Fact>
        )}
        {!isPaid && isCostUnknown && <Fact name="Other cost">unknown</Fact>}
        <Fact name="Cache" source={`Share of all input tokens; ${percent(meter.predictedCacheShare)} expected`}>
          {percent(meter.cacheShare)}
        </Fact>
        <Fact name="Calls">{exactNumber(meter.calls)}</Fact>
        {meter.countedHere > 0 && (
          <Fact name="Counted here" source="Calls for which the server reported no usage, or none that can be true">
            {exactNumber(meter.countedHere)}
          </Fact>
        )}
        <Fact name="Re-reads" source="Files read again because their text had left the context">
          {exactNumber(meter.rereads)}
        </Fact>
      </Facts>
    </div>
  );
}

/** An unknown price is never zero. */
function costText(known: number, isPartlyUnknown: boolean): string {
  if (isPartlyUnknown) return known === 0 ? 'unknown' : `${dollars(known)}, partly unknown`;
  return dollars(known);
}

const shownLines: readonly LineName[] = ['warning', 'auto', 'blocking'];

function WindowBar({ meter: { used, window }, simulation }: Omit<RunMeterProps, 'model'>) {
  const { calls, byCategory } = simulation;
  const share = (tokens: number) => `${Math.min(100, (tokens / Math.max(1, window)) * 100)}%`;
  const carried = categories.map((category) => ({ category, tokens: byCategory[category][calls - 1] ?? 0 }));
  const sum = Math.max(
    1,
    carried.reduce((all, { tokens }) => all + tokens, 0),
  );
  return (
    <div className={styles.bar} data-layer="window">
      <meter className="visually-hidden" aria-label="Context window use" max={window} value={Math.min(used, window)}>
        {exactNumber(used)} of {exactNumber(window)} tokens
      </meter>
      <div className={styles.fill} style={{ width: share(used) }}>
        {carried
          .filter(({ tokens }) => tokens > 0)
          .map(({ category, tokens }) => (
            <span
              key={category}
              style={{ width: `${(tokens / sum) * 100}%`, background: categoryColor(category) }}
              title={`${categoryTitles[category]}: about ${exactNumber(tokens)} tokens`}
            />
          ))}
      </div>
      {thresholdLines(simulation, window, calls - 1)
        .filter(({ name }) => shownLines.includes(name))
        .map(({ name, tokens }) => (
          <span
            key={name}
            className={styles.line}
            style={{ left: share(tokens), background: lineLooks[name].color }}
            title={`${name}: ${exactNumber(tokens)} tokens`}
          />
        ))}
    </div>
  );
}
