'use client';

import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { type CommandEntry, completionsOf } from '@/lib/agent/view/parse-line';
import { type Recall, recallNext } from '@/lib/state/playground/prompt-recall';
import styles from './prompt-box.module.css';

interface PromptBoxProps {
  readonly ref?: Ref<HTMLTextAreaElement>;
  /** Earlier input, oldest first. */
  readonly history: readonly string[];
  /** What sending will do. */
  readonly hint: string;
  /** Sending is not possible for a moment. */
  readonly isOff: boolean;
  /** Returns whether it was accepted. */
  onSend(text: string): Promise<boolean>;
  /** Escape. */
  onStop(): void;
}

export function PromptBox({ ref, history, hint, isOff, onSend, onStop }: PromptBoxProps) {
  const listId = useId();
  const hintId = useId();
  const [text, setText] = useState('');
  const [recall, setRecall] = useState<Recall>();
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);

  const matching = isDismissed ? [] : completionsOf(text);
  const at = Math.min(chosen, matching.length - 1);

  const write = (next: string, nextRecall?: Recall) => {
    setText(next);
    setRecall(nextRecall);
    setChosen(0);
    setIsDismissed(nextRecall !== undefined);
  };
  const send = async () => {
    const sent = text.trim();
    if (sent === '' || isOff) return;
    write('');
    if (await onSend(sent)) return;
    // Rejected input returns for editing, unless something else is being typed. Commands would cover the reason.
    setText((typed) => (typed === '' ? sent : typed));
    setIsDismissed(true);
  };
  const complete = (command: CommandEntry | undefined) => {
    if (command === undefined) return;
    write(command.takes === undefined ? command.name : `${command.name} `);
    box.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = matching.length > 0 ? listKeys[event.key] : undefined;
    if (act !== undefined && !(act === 'take' && event.shiftKey)) {
      const isWritten = matching[at]?.name === text;
      if (act === 'take' && isWritten && event.key === 'Tab') return;
      event.preventDefault();
      if (act === 'close') setIsDismissed(true);
      else if (act !== 'take') setChosen((at + act + matching.length) % matching.length);
      else if (isWritten) void send();
      else complete(matching[at]);
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
      return;
    }
    if (event.key === 'Escape') onStop();
    const direction = recallDirection(event, recall !== undefined);
    const recalled = direction && recallNext(history, recall, text, direction);
    if (recalled === undefined) return;
    event.preventDefault();
    write(recalled.text, recalled.recall);
  };

  return (
    <div className={styles.box}>
      {matching.length > 0 && (
        <div id={listId} role="listbox" aria-label="Commands" className={styles.completions}>
          {matching.map((command, place) => (
            <div
              key={command.name}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === at}
              tabIndex={-1}
              className={classNames(styles.completion, place === at && styles.chosen)}
              // The box keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                complete(command);
              }}
            >
              <code>
                {command.name}
                {command.takes !== undefined && <span className={styles.muted}> [{command.takes}]</span>}
              </code>
              <span className={styles.muted}>{command.explains}</span>
            </div>
          ))}
        </div>
      )}
      <div className={styles.field}>
        <textarea
          ref={(element) => {
            box.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref !== null && ref !== undefined) ref.current = element;
          }}
          rows={2}
          aria-label="Prompt or command"
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-controls={matching.length > 0 ? listId : undefined}
          aria-activedescendant={matching.length > 0 ? `${listId}-${at}` : undefined}
          placeholder="Message the agent, or type / for commands"
          spellCheck={false}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button look="main" disabled={text.trim() === '' || isOff} onClick={() => void send()}>
          Send
        </Button>
      </div>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      <p className="visually-hidden" role="status">
        {matching.length > 0 && `${matching.length} commands: arrow keys to select, Tab to complete`}
      </p>
    </div>
  );
}

const listKeys: Readonly<Record<string, 1 | -1 | 'take' | 'close'>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Tab: 'take',
  Enter: 'take',
  Escape: 'close',
};

/** In a multi-line text the arrow keys move the cursor, except at its very start. */
function recallDirection(event: KeyboardEvent<HTMLTextAreaElement>, isRecalling: boolean): -1 | 1 | undefined {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (selectionStart !== selectionEnd || event.shiftKey) return undefined;
  if (event.key === 'ArrowUp' && (isRecalling || selectionStart === 0)) return -1;
  if (event.key === 'ArrowDown' && isRecalling && selectionStart === value.length) return 1;
  return undefined;
}
