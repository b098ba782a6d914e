import { CallLink } from '@/components/ui/call-link';
import { hookEnd } from '@/lib/series/words/hook-words';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './line-content.module.css';

interface LineHooksProps {
  readonly hooks: NonNullable<MessageRow['hooks']>;
  readonly calls: number;
  onSelectCall(call: number): void;
}

/** [H3] What ran at a message of the recording, whether or not the model saw its output. */
export function LineHooks({ hooks, calls, onSelectCall }: LineHooksProps) {
  return (
    <ul className={styles.hooks} aria-label="Hooks that ran here">
      {hooks.map((hook) => (
        <li key={hook.line}>
          <strong>{hook.name ?? hook.event}</strong>
          {hook.command !== undefined && hook.command !== '' && <code>{hook.command}</code>}
          <span>{hookEnd(hook).join(', ')}, </span>
          {hook.call < calls ? <CallLink call={hook.call} onSelectCall={onSelectCall} /> : 'after the last call'}
        </li>
      ))}
    </ul>
  );
}
