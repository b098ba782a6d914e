import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { NumberText } from '@/components/ui/number-text';
import { FoldedTable } from '@/components/ui/scrolling/folded-table';
import { TimeText } from '@/components/ui/time-text';
import { priceText } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import { scoreCount } from '@/lib/series/words/score-words';
import type { KeptRun } from '@/lib/state/prompts/prompt-kept-run';
import { MAX_COLUMNS } from '@/lib/state/prompts/prompts-link';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { promptLibrary, prompts } from '../stores/prompt-stores';

/** Earlier runs of this session. */
export function KeptRuns({ place }: { readonly place: SessionPlace }) {
  const { runs, damaged } = useStore(promptLibrary);
  const ofSession = runs.filter((run) => run.place === placeToQuery(place));
  return (
    <>
      {damaged > 0 && <p>{exactNumber(damaged)} stored prompts or runs could not be read and were left unchanged.</p>}
      {ofSession.length > 0 && (
        <FoldedTable
          summary={`Saved runs for this session: ${exactNumber(ofSession.length)}`}
          label="Saved runs for this session"
        >
          <thead>
            <tr>
              {['Run', 'Prompt', 'Model', 'Call', 'Round', 'Summary', 'Cost', 'Used later and kept', ''].map(
                (title) => (
                  <th key={title} scope="col">
                    {title === '' ? <span className="visually-hidden">Actions</span> : title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {ofSession.map((run) => (
              <KeptRow key={run.id} run={run} />
            ))}
          </tbody>
        </FoldedTable>
      )}
    </>
  );
}

function KeptRow({ run }: { readonly run: KeptRun }) {
  const columns = useStore(prompts, (state) => state.columns);
  const { id, atMs, writer, call, round, earlierCalls, result } = run;
  const usedLater = result.scores.find((score) => score.id === 'used-later');
  const name = `${writer.promptTitle}, ${writer.model}`;
  return (
    <tr>
      <th scope="row">
        <TimeText timeMs={atMs} withTime />
      </th>
      <td>
        {writer.promptTitle}
        {writer.focus !== undefined && `, focus “${writer.focus}”`}
      </td>
      <td>{writer.model}</td>
      <td>{exactNumber(call + 1)}</td>
      <td>
        {round + 1}
        {earlierCalls.length > 0 &&
          `, after call ${earlierCalls.map((earlier) => exactNumber(earlier + 1)).join(', ')}`}
      </td>
      <td>
        <NumberText value={result.tokens} unit="tokens" />
        {result.problem !== undefined && ', partial'}
      </td>
      <td>{priceText(result.sent?.dollars)}</td>
      <td>{usedLater === undefined ? '' : scoreCount(usedLater)}</td>
      <td>
        <Button
          disabled={columns.length >= MAX_COLUMNS}
          aria-label={`Show ${name} as a column`}
          onClick={() => prompts.getState().addColumn({ type: 'kept', run: id })}
        >
          Show
        </Button>{' '}
        <Button
          look="quiet"
          aria-label={`Delete run ${name}`}
          onClick={() => void promptLibrary.getState().removeRun(id)}
        >
          Delete
        </Button>
      </td>
    </tr>
  );
}
