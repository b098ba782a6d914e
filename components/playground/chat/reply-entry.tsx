import type { ReactNode } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { Button } from '@/components/ui/button';
import { CallLink } from '@/components/ui/call-link';
import type { ChatItemOf, ShownReply } from '@/lib/agent/view/chat-item';
import { exactNumber } from '@/lib/series/words/format-number';
import { serverEditWords } from '@/lib/state/playground/server-edit-words';
import { inputSide } from '@/lib/transcript/usage';
import { RequestFigures } from '../run/request-figures';
import type { ChatEnv } from './chat';
import styles from './chat-entry.module.css';
import { Fold } from './fold';
import { ToolEntry } from './tool-entry';

interface ReplyEntryProps {
  readonly reply: ChatItemOf<'reply'>;
  readonly env: ChatEnv;
}

export function ReplyEntry({ reply, env }: ReplyEntryProps) {
  const { call, text, thinking, tools, offers } = reply;
  return (
    <article className={styles.entry} data-chat="reply" aria-current={env.chosenCall === call || undefined}>
      <p className={styles.gutter}>
        <CallLink call={call} onSelectCall={env.onSelectCall} />
      </p>
      <div className={styles.body}>
        <ServerWork reply={reply} env={env} />
        {thinking !== '' && (
          <Fold name={`thinking ${call}`} env={env} title="Thinking">
            <p className={styles.thinking}>{thinking}</p>
          </Fold>
        )}
        {text !== '' && <p className={styles.text}>{text}</p>}
        {offers.length > 0 && env.onSay !== undefined && (
          <ul className={styles.offers} aria-label="Prompts to try">
            {offers.map((prompt) => (
              <li key={prompt}>
                <Button onClick={() => env.onSay?.(prompt)}>{prompt}</Button>
              </li>
            ))}
          </ul>
        )}
        {tools.map((tool) => (
          <ToolEntry key={tool.callId} tool={tool} env={env} />
        ))}
        <RequestFigures {...reply}>
          {reply.stopReason === 'max_tokens' && <span>cut off at the output limit</span>}
        </RequestFigures>
      </div>
    </article>
  );
}

interface ServerWorkProps {
  readonly reply: ShownReply;
  readonly env: ChatEnv;
}

/** What the provider did to the request, as it reports it. */
function ServerWork({ reply: { call, serverEdits, serverSummary, usage }, env }: ServerWorkProps): ReactNode {
  const passes = usage?.extraPasses ?? [];
  const sum = (tokens: readonly number[]) => exactNumber(tokens.reduce((all, each) => all + each, 0));
  const cost =
    passes.length === 0
      ? ''
      : `: ${sum(passes.map(inputSide))} tokens in, ${sum(passes.map(({ output }) => output))} out`;
  return (
    <>
      {serverEdits !== undefined && (
        <Fold name={`server ${call}`} env={env} title={`The provider cleared ${serverEditWords(serverEdits)}`}>
          <LongText text={JSON.stringify(serverEdits, null, 2)} label="Cleared by the provider" />
        </Fold>
      )}
      {serverSummary === null && <p className={styles.muted}>The provider tried to compact the context and failed.</p>}
      {typeof serverSummary === 'string' && (
        <Fold name={`compacted ${call}`} env={env} title={`The provider compacted the context${cost}`}>
          <LongText text={serverSummary} label="Provider’s summary" />
        </Fold>
      )}
    </>
  );
}
