import { classNames } from '@/components/ui/class-names';
import type { DreamGate } from '@/lib/memory/dreaming/dream-gates';
import { gateFigures, gateState, gateTitle } from '@/lib/state/playground/memory/dream-words';
import ladder from './dream-ladder.module.css';

const MARKS = { passed: '✓', closed: '✕', skipped: '→', 'not-reached': '·', unknown: '?' } as const;

/** [D1] The gates, the cheapest first, each with its numbers. */
export function DreamLadder({ gates, label }: { readonly gates: readonly DreamGate[]; readonly label: string }) {
  return (
    <ol className={ladder.ladder} aria-label={label}>
      {gates.map((gate) => (
        <li
          key={gate.id}
          className={classNames(ladder.gate, ladder[gate.state])}
          data-gate={gate.id}
          data-state={gate.state}
        >
          <span className={ladder.mark} aria-hidden="true">
            {MARKS[gate.state]}
          </span>
          <span className={ladder.title}>{gateTitle(gate)}</span>
          <span className={ladder.figures}>{gateFigures(gate)}</span>
          <span className={ladder.state}>{gateState(gate)}</span>
        </li>
      ))}
    </ol>
  );
}
