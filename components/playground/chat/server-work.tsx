import type { ReactNode } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import type { ShownReply } from '@/lib/agent/view/chat-item';
import { exactNumber } from '@/lib/series/words/format-number';
import { serverEditWords } from '@/lib/state/playground/server-edit-words';
import { inputSide } from '@/lib/transcript/usage';
import type { ChatEnv } from './chat';
import entry from './chat-entry.module.css';
import { Fold } from './fold';

interface ServerWorkProps {
  readonly reply: ShownReply;
  readonly env: ChatEnv;
}

/** What the provider did to the request, as it reports it. */
export function ServerWork({ reply: { call, serverEdits, serverSummary, usage }, env }: ServerWorkProps): ReactNode {
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
      {serverSummary === null && <p className={entry.muted}>The provider tried to compact the context and failed.</p>}
      {typeof serverSummary === 'string' && (
        <Fold name={`compacted ${call}`} env={env} title={`The provider compacted the context${cost}`}>
          <LongText text={serverSummary} label="Provider’s summary" />
        </Fold>
      )}
    </>
  );
}
