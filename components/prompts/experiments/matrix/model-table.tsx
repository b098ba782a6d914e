import { memo } from 'react';
import framed from '@/components/ui/scrolling/framed.module.css';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { PromptRow } from '@/lib/experiments/experiment';
import type { Matrix, MatrixRow } from '@/lib/experiments/matrix';
import { measures } from '@/lib/experiments/measures';
import { dollars } from '@/lib/series/words/format-dollars';
import { measuredText } from '@/lib/state/experiments/experiment-words';
import styles from './matrix-table.module.css';

type OfModel = MatrixRow & { readonly row: PromptRow };

/** [V1] Prompts by models, over all boundaries: which of the two makes the difference. Of one model, the matrix says it. */
export const ModelTable = memo(function ModelTable({ matrix: { rows, score } }: { readonly matrix: Matrix }) {
  const asked = rows.filter(isOfModel);
  const models = [...new Set(asked.map(({ row }) => row.model))];
  const prompts = new Map(asked.map(({ row }) => [promptKey(row), row.promptTitle]));
  if (models.length < 2) return null;
  const label = `${measures[score].name} of each prompt on each model, over all boundaries`;
  return (
    <section className={styles.matrix} aria-labelledby="by-model">
      <h2 id="by-model">Prompts by models</h2>
      <ScrollArea className={framed.frame} label={label}>
        <table className={styles.table}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.first}>
                Prompt
              </th>
              {models.map((model) => (
                <th key={model} scope="col">
                  {model}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...prompts].map(([key, title]) => (
              <tr key={key}>
                <th scope="row" className={styles.first}>
                  {title}
                </th>
                {models.map((model) => {
                  const found = asked.find(({ row }) => promptKey(row) === key && row.model === model);
                  return (
                    <td key={model} data-model={model}>
                      {found?.summary === undefined ? (
                        <span className={styles.note}>–</span>
                      ) : (
                        <>
                          {measuredText(found.summary, score)}
                          <span className={styles.note}>
                            {found.paid.unpriced > 0 ? 'price unknown' : dollars(found.paid.dollars)}
                          </span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={styles.muted}>Median over the medians of the boundaries, its interval, and what was paid.</p>
    </section>
  );
});

function isOfModel(line: MatrixRow): line is OfModel {
  return line.row.type === 'model';
}

function promptKey({ promptId, version }: PromptRow): string {
  return `${promptId} ${version}`;
}
