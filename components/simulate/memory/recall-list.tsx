import { useState } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { ageText, notRecalledWords } from '@/lib/series/words/memory-words';
import type { RecallAtPrompt } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';

interface RecallListProps {
  readonly prompts: readonly RecallAtPrompt[];
  readonly isByModel: boolean;
  onSelectCall(call: number): void;
  onShow(messageIndex: number, partIndex: number): void;
}

const SHOWN = 8;

/** [R1] [R2] [R3] At each prompt: what was offered, what was chosen by which words, and why the others were not. */
export function RecallList({ prompts, isByModel, onSelectCall, onShow }: RecallListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const chosen = prompts.filter((each) => each.chosen.length > 0);
  const shown = showsAll ? prompts : chosen.slice(0, SHOWN);
  return (
    <section aria-labelledby="memory-recalled">
      <h2 id="memory-recalled" className={styles.title}>
        Recalled at prompts
      </h2>
      <p className={styles.muted}>
        {prompts.length === 0
          ? 'There was nothing to recall at any prompt.'
          : `At ${counted(chosen.length, 'prompt')} of ${exactNumber(prompts.length)} with candidates.`}
      </p>
      <ul className={styles.list}>
        {shown.map((prompt) => (
          <Prompt key={prompt.message} {...{ prompt, isByModel, onSelectCall, onShow }} />
        ))}
      </ul>
      {shown.length < prompts.length || showsAll ? (
        <button type="button" className={styles.link} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `All ${exactNumber(prompts.length)} prompts`}
        </button>
      ) : null}
    </section>
  );
}

function Prompt({
  prompt,
  isByModel,
  onSelectCall,
  onShow,
}: Omit<RecallListProps, 'prompts'> & { prompt: RecallAtPrompt }) {
  const { message, call, candidates, chosen, recalled, leftOut, bytesLeft } = prompt;
  const names = new Set(chosen.map(({ file }) => file));
  const others = candidates.filter((file) => !names.has(file));
  return (
    <li>
      <span className={styles.line}>
        <CallLink call={call} onSelectCall={onSelectCall} />
        <button
          type="button"
          className={styles.link}
          aria-label={`Show the prompt before call ${exactNumber(call + 1)}`}
          onClick={() => {
            onSelectCall(call);
            onShow(message, 0);
          }}
        >
          Show the prompt
        </button>
        <span className={styles.muted}>
          {counted(candidates.length, 'candidate')}, {exactNumber(bytesLeft)} bytes left
        </span>
      </span>
      {chosen.map(({ file, words }) => {
        const entered = recalled.find((each) => each.file === file);
        const why = leftOut.find((each) => each.file === file)?.why;
        return (
          <p key={file}>
            {file}{' '}
            <span className={styles.muted}>
              {entered === undefined
                ? `not shown: ${why === undefined ? 'unknown' : notRecalledWords[why]}`
                : `${exactNumber(entered.bytes)} bytes, ${ageText(entered.ageDays)}`}
              {isByModel ? '; chosen by the model' : `; in common: ${words.join(', ')}`}
            </span>
          </p>
        );
      })}
      {others.length > 0 && (
        <p className={styles.muted}>
          {isByModel ? 'Not chosen' : 'Too little in common'}: {others.slice(0, SHOWN).join(', ')}
          {others.length > SHOWN && ` and ${exactNumber(others.length - SHOWN)} more`}
        </p>
      )}
    </li>
  );
}
