'use client';

import { type FormEvent, useId, useState } from 'react';
import small from '@/components/policy-editor/fields/small-text.module.css';
import { Button } from '@/components/ui/button';
import { CallLink } from '@/components/ui/call-link';
import { IconButton } from '@/components/ui/icon-button';
import { sentence } from '@/lib/base/sentence';
import { exactNumber } from '@/lib/series/words/format-number';
import { commandText } from '@/lib/simulator/commands/command-text';
import { LAYER_COMMANDS_EXPLAINED } from '@/lib/simulator/commands/layer-commands';
import type { CommandAtCall } from '@/lib/simulator/replay/replay';
import { commandOfRows, messageName } from '@/lib/state/simulate/typed-commands';
import type { OpenSession } from '@/lib/worker/engine/messages';
import styles from './typed-commands.module.css';

interface TypedCommandsProps {
  readonly session: Pick<OpenSession, 'rows' | 'timeline'>;
  readonly commands: readonly CommandAtCall[];
  /** The call before which a new one would run. */
  readonly call: number;
  /** [F9] Those of the recording do not happen. */
  readonly skipsRecorded: boolean;
  onSkipRecorded(skips: boolean): void;
  onAdd(command: CommandAtCall): void;
  onRemove(command: CommandAtCall): void;
  onSelectCall(call: number): void;
}

/** The manual commands of this replay, and their calls. */
export function TypedCommands({
  session: { rows, timeline },
  commands,
  call,
  skipsRecorded,
  onSkipRecorded,
  onAdd,
  onRemove,
  onSelectCall,
}: TypedCommandsProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const recorded = timeline.events.filter(({ kind, trigger }) => kind === 'full' && trigger === 'manual');
  const fieldId = useId();
  const explainsId = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const command = commandOfRows(text, rows);
    setProblem(command.ok ? undefined : sentence(command.error));
    if (!command.ok) return;
    setText('');
    onAdd({ call, command: command.value });
  };
  return (
    <section className={styles.typed} aria-label="Commands">
      <h3>Commands</h3>
      <span className={styles.count}>{commands.length === 0 ? 'none' : exactNumber(commands.length)}</span>
      {commands.length > 0 && (
        <ul className={styles.list}>
          {commands.map((each, place) => {
            const typed = commandText(each.command, (id) => messageName(id, rows));
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be typed twice
              <li key={place}>
                <span>
                  <CallLink call={each.call} onSelectCall={onSelectCall} /> <code>{typed}</code>
                </span>
                <IconButton
                  icon="close"
                  label={`Remove ${typed} before call ${exactNumber(each.call + 1)}`}
                  onClick={() => onRemove(each)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {recorded.length > 0 && (
        <p className={styles.recorded}>
          <label>
            <input
              type="checkbox"
              checked={!skipsRecorded}
              onChange={({ target }) => onSkipRecorded(!target.checked)}
            />
            Repeat the recorded /compact
          </label>
          {recorded.map(({ call: at, boundary }) => (
            <CallLink key={boundary} call={Math.min(at, timeline.calls - 1)} onSelectCall={onSelectCall} />
          ))}
        </p>
      )}
      <form className={styles.form} onSubmit={add}>
        <label htmlFor={fieldId}>Before call {exactNumber(call + 1)}</label>
        <input
          id={fieldId}
          type="text"
          spellCheck={false}
          autoComplete="off"
          placeholder="/compact the parser"
          aria-describedby={explainsId}
          aria-invalid={problem !== undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit">Add</Button>
      </form>
      <p id={explainsId} className={problem === undefined ? small.explains : small.problem} role="status">
        {problem ??
          `Type a command as you would in the agent: /compact [focus], /compact from #12, /compact up to #12, ${LAYER_COMMANDS_EXPLAINED} or /unfold #12. Or use the actions on a message below.`}
      </p>
    </section>
  );
}
