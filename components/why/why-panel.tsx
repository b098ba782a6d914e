import { type ReactNode, useId } from 'react';
import { describeEvent } from '@/components/charts/marks/boundary-names';
import { CallLink } from '@/components/ui/call-link';
import { EmptyState } from '@/components/ui/empty-state';
import { exactNumber } from '@/lib/series/words/format-number';
import type { CallExplanation, NextLine } from '@/lib/simulator/explain/explain-call';
import type { LostAtCall } from '@/lib/simulator/explain/lost-at-call';
import type { TimelineEvent } from '@/lib/simulator/recorded/timeline';
import type { Replies } from '@/lib/simulator/replay/replies';
import type { ScoresAtCall } from '@/lib/worker/engine/compaction-messages';
import type { MessageRow, SimulatedContext } from '@/lib/worker/engine/messages';
import { BillBlock } from './bill-block';
import { CacheBlock } from './cache-block';
import { EquationBlock } from './equation-block';
import { LossesBlock } from './losses-block';
import { UsedSumTable } from './used-sum-table';
import { VerdictList } from './verdict-list';
import styles from './why-panel.module.css';

interface WhyPanelProps {
  /** The selected one, from 0. */
  readonly call: number;
  /** Of the session. */
  readonly calls: number;
  /** These may still be of the previous call or policy while the new ones load. */
  readonly explanation: CallExplanation | undefined;
  /** Recorded before the selected call. */
  readonly recorded: readonly TimelineEvent[];
  /** What is said about the rules by which the recording was made, where they are not those of a what-if. */
  readonly rules: string | undefined;
  readonly losses: LostAtCall | undefined;
  readonly scores: ScoresAtCall | undefined;
  readonly context: SimulatedContext | undefined;
  /** [X1] Of the simulation. */
  readonly deadAt: number | undefined;
  readonly replies: Replies;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
  onSelectCall(call: number): void;
  onOffline(): void;
}

/** Why the policy acted as it did before the selected call, and the cost. */
export function WhyPanel(props: WhyPanelProps) {
  const { call, calls, explanation, recorded, rules, losses, scores, context, deadAt, replies, rows } = props;
  const { onShow, onSelectCall, onOffline } = props;
  if (calls === 0) {
    return (
      <EmptyState title="No explanation available">
        <p>This file has no model calls, so there is no context size to compare with a threshold.</p>
      </EmptyState>
    );
  }
  if (explanation === undefined) return <p className={styles.muted}>Computing…</p>;
  const { equations, isDead, used, next, cache, bill, hasUsage } = explanation;
  const isOf = (answer: { readonly call: number } | undefined) => answer?.call === explanation.call;
  return (
    <div className={styles.panel} aria-busy={explanation.call !== call} data-call={explanation.call}>
      <Section title={`Before call ${exactNumber(explanation.call + 1)}`}>
        {recorded.map((event) => (
          <p key={event.boundary}>
            <strong>Recorded:</strong> {describeEvent(event)}.
          </p>
        ))}
        {rules !== undefined && <p className={styles.muted}>{rules}</p>}
        {equations.map((equation) => (
          <EquationBlock key={equation.text} equation={equation} />
        ))}
        {isDead && (
          <p>
            No call was sent: the session is dead
            {deadAt !== undefined && (
              <>
                {' from '}
                <CallLink call={deadAt} onSelectCall={onSelectCall} /> on
              </>
            )}
            .
          </p>
        )}
        {next !== undefined && <Missing next={next} />}
      </Section>
      {used !== undefined && (
        <Section title="Breakdown of used tokens">
          <UsedSumTable sum={used} onSelectCall={onSelectCall} />
          {!hasUsage && <p className={styles.muted}>No usage is recorded in this file, so all sizes are estimates.</p>}
        </Section>
      )}
      {equations.length > 0 && context !== undefined && isOf(context) && context.verdicts.length > 0 && (
        <Section title="Verdicts">
          <VerdictList verdicts={context.verdicts} />
        </Section>
      )}
      {bill !== undefined && (
        <Section title="Bill">
          <BillBlock bill={bill} call={explanation.call} calls={calls} />
        </Section>
      )}
      {cache !== undefined && (
        <Section title="Cache">
          <CacheBlock cache={cache} context={isOf(context) ? context : undefined} rows={rows} onShow={onShow} />
        </Section>
      )}
      {!isDead && (
        <Section title="What was lost">
          {losses !== undefined && isOf(losses) ? (
            <LossesBlock
              key={losses.call}
              losses={losses}
              scores={scores !== undefined && isOf(scores) ? scores.scores : []}
              worth={scores !== undefined && isOf(scores) ? scores.worth : undefined}
              replies={replies}
              rows={rows}
              onShow={onShow}
              onOffline={onOffline}
            />
          ) : (
            <p className={styles.muted}>Reading the session…</p>
          )}
        </Section>
      )}
    </div>
  );
}

const lineNames: Readonly<Record<NextLine['line'], string>> = {
  warning: 'the warning line',
  error: 'the error line',
  auto: 'automatic compaction',
  blocking: 'the blocking limit',
};

function Missing({ next: { line, tokens, missing } }: { readonly next: NextLine }) {
  return (
    <p>
      {exactNumber(missing)} tokens left until {lineNames[line]} at {exactNumber(tokens)}.
    </p>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
