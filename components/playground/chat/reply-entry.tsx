import { CallLink } from '@/components/ui/call-link';
import type { ChatItemOf } from '@/lib/agent/view/chat-item';
import type { ChatEnv } from './chat';
import styles from './chat-entry.module.css';
import { Fold } from './fold';
import { RequestFigures } from './request-figures';
import { ServerWork } from './server-work';
import { ToolEntry } from './tool-entry';

interface ReplyEntryProps {
  readonly reply: ChatItemOf<'reply'>;
  readonly env: ChatEnv;
}

export function ReplyEntry({ reply, env }: ReplyEntryProps) {
  const { call, text, thinking, tools } = reply;
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
