import { LazyDetails } from '@/components/why/lazy-details';
import { probeTopics } from '@/lib/judge/probe';
import { findingWords, probeKindWords } from '@/lib/series/words/judge-words';
import type { AnswerVerdict } from '@/lib/state/experiments/experiment-judge';
import styles from './experiment-view.module.css';

/** [V6] The questions about one answer, with what was answered and why the judge classified it so. */
export function VerdictList({ verdict: { judgement } }: { readonly verdict: AnswerVerdict }) {
  const { probes, trials, failures, model } = judgement;
  const [trial] = trials;
  if (trial === undefined) return failures[0] === undefined ? null : <p className={styles.muted}>{failures[0].what}</p>;
  return (
    <LazyDetails summary={`Questions, judged by ${model}: ${probes.length}`}>
      <ol className={styles.verdicts}>
        {probes.map(({ id, topic, question, expected }) => (
          <li key={id}>
            <p>
              <span className={styles.muted}>{probeKindWords[probeTopics[topic]]}:</span> {question}
            </p>
            <p>
              {trial.answers[id]}{' '}
              <span className={styles.muted}>
                {findingWords[trial.found[id]?.finding ?? 'wrong']}: {trial.found[id]?.reason} Expected: {expected}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </LazyDetails>
  );
}
