import { FoldedTable } from '@/components/ui/folded-table';
import { scoreDefinitions } from '@/lib/fidelity/scores/score-definitions';
import { scoreCount } from '@/lib/series/words/score-words';
import { scoreSpread } from '@/lib/state/judge/score-spread';
import { type PromptRun, resultOf } from '@/lib/state/prompts/prompt-run';

/** How far answers to the same prompt differ: smaller differences between prompts are not meaningful. */
export function SpreadTable({ runs }: { readonly runs: readonly PromptRun[] }) {
  const answers = runs.flatMap((run) => resultOf(run) ?? []);
  if (answers.length < 2) return null;
  return (
    <FoldedTable summary={`Spread of ${answers.length} answers`} label="Spread of answers">
      <thead>
        <tr>
          <th scope="col">Score</th>
          <th scope="col">Min</th>
          <th scope="col">Max</th>
        </tr>
      </thead>
      <tbody>
        {scoreSpread(answers.map(({ scores }) => scores)).map(({ id, least, most }) => (
          <tr key={id}>
            <th scope="row">{scoreDefinitions[id].name}</th>
            <td>{scoreCount(least)}</td>
            <td>{scoreCount(most)}</td>
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  );
}
