import { useState } from 'react';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import { Button } from '@/components/ui/button';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { nextCut } from '@/lib/state/prompts/next-cut';
import styles from './next-round.module.css';

interface NextRoundProps {
  readonly timeline: Timeline;
  /** The call of the previous round, from 0. */
  readonly last: number;
  onAdd(call: number): void;
}

/** Chooses the call at which the result of the last round is compacted again. */
export function NextRound({ timeline, last, onAdd }: NextRoundProps) {
  const usual = nextCut(timeline, last);
  const [chosen, setChosen] = useState(usual);
  if (chosen === undefined) return null;
  // As users count them, from 1.
  const [min, max] = [last + 2, timeline.calls];
  return (
    <span className={styles.round}>
      <Button
        title="Each column continues from its own summary plus the messages after it, and is compacted again at that call."
        onClick={() => onAdd(chosen)}
      >
        Compact again at call<span className="visually-hidden"> {exactNumber(chosen + 1)}</span>
      </Button>
      <NumberField
        label="Call for the next round"
        value={chosen + 1}
        scale={{ min, max, step: 1, isLogarithmic: false }}
        onChange={(typed) => {
          if (typeof typed !== 'number' || !Number.isInteger(typed) || typed < min || typed > max) {
            return `must be a call from ${exactNumber(min)} to ${exactNumber(max)}`;
          }
          setChosen(typed - 1);
          return undefined;
        }}
      />
    </span>
  );
}
