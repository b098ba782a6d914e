import { FateMark } from '@/components/messages/fate-mark';
import { LongText } from '@/components/messages/parts/long-text';
import { classNames } from '@/components/ui/class-names';
import type { ShownTool } from '@/lib/agent/view/chat-item';
import type { ResultState } from '@/lib/agent/view/run-view';
import { exactNumber } from '@/lib/series/words/format-number';
import type { LineFate } from '@/lib/state/messages/fate-history';
import { toolWords } from '@/lib/state/playground/tool-words';
import { AgentLine } from './agent-line';
import type { ChatEnv } from './chat';
import { Fold } from './fold';
import styles from './tool-entry.module.css';
import { WholeResult } from './whole-result';

interface ToolEntryProps {
  readonly tool: ShownTool;
  readonly env: ChatEnv;
}

const states: Readonly<Record<ResultState, { readonly fate: LineFate; readonly explains: string }>> = {
  cleared: { fate: 'cleared', explains: 'In the context, a placeholder has replaced this result.' },
  stored: {
    fate: 'stored-out',
    explains: 'The context holds only the start of this result; the full result is stored.',
  },
  gone: { fate: 'left', explains: 'This result is no longer in the context.' },
};

/** A tool call and its result: one line that expands. */
export function ToolEntry({ tool: { callId, name, input, result }, env }: ToolEntryProps) {
  const state = env.resultStates.get(callId);
  const agent = env.agents.get(callId);
  const title = (
    <>
      <code className={styles.name}>{name}</code>
      <span className={styles.words}>{toolWords(input)}</span>
      {result?.isError === true && <span className={styles.error}>error</span>}
      {state !== undefined && (
        <span className={styles.state} title={states[state].explains}>
          <FateMark fate={states[state].fate} />
          {state}
        </span>
      )}
      <span className={styles.size}>{result === undefined ? '…' : exactNumber(result.characters)}</span>
      {result !== undefined && <span className="visually-hidden">characters</span>}
    </>
  );
  return (
    <div className={classNames(styles.tool, state !== undefined && styles.left)}>
      <Fold name={callId} env={env} title={title}>
        <LongText text={JSON.stringify(input, null, 2)} label={`${name}, input`} />
        {result === undefined ? (
          <p className={styles.note}>Running…</p>
        ) : (
          <WholeResult callId={callId} name={name} result={result} ask={env.ask} />
        )}
      </Fold>
      {agent !== undefined && <AgentLine agent={agent} env={env} />}
    </div>
  );
}
