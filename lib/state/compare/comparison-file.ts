import { csv } from '../../base/csv';
import { optional } from '../../base/optional';
import { comparedMeasures } from '../../series/tables/comparison-table';
import { measures } from '../../series/tables/outcome-measures';
import type { ComparedOutcome } from '../../series/tables/scenario-table';
import { ruleStateWords } from '../../series/words/score-words';
import type { RuleOverSession } from '../../simulator/explain/rules-over-session';
import { runFailure } from '../../simulator/replay/run-failure';

interface ComparedFile {
  readonly session: string;
  readonly baseline: string;
  readonly outcomes: readonly ComparedOutcome[];
}

/** The exact numbers of the table; what is unknown is null. */
export function comparisonJson({ session, baseline, outcomes }: ComparedFile): string {
  const columns = outcomes.map(({ name, outcome, rules }) => {
    const failure = outcome && runFailure(outcome);
    return {
      name,
      values: Object.fromEntries(
        comparedMeasures.map((id) => [id, (outcome === undefined ? undefined : measures[id].of(outcome)) ?? null]),
      ),
      ...optional('rules', rules?.map(ruleInFile)),
      ...optional('ended', failure && { type: failure.type, call: failure.call + 1 }),
    };
  });
  return `${JSON.stringify({ highwater: 'compare', version: 1, session, baseline, columns }, null, 2)}\n`;
}

/** [K4] Calls and messages are counted from 1, as in the page. */
function ruleInFile({ rule: { text, origin, was }, state, call, compactions }: RuleOverSession) {
  const message = was && was.message + 1;
  return { text, origin, state: ruleStateWords[state], call: call + 1, compactions, ...optional('message', message) };
}

/** A line for each measure, a column for the recording and each policy. */
export function comparisonCsv({ outcomes }: Pick<ComparedFile, 'outcomes'>): string {
  const lines = [
    ['measure', ...outcomes.map(({ name }) => name)],
    ...comparedMeasures.map((id) => [
      measures[id].title,
      ...outcomes.map(({ outcome }) => String((outcome && measures[id].of(outcome)) ?? '')),
    ]),
    [
      'Ended early',
      ...outcomes.map(({ outcome }) => {
        const failure = outcome && runFailure(outcome);
        return failure === undefined ? '' : `${failure.type} ${failure.call + 1}`;
      }),
    ],
  ];
  return csv(lines);
}
