'use client';

import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import type { Question } from '@/lib/agent/journal/need';
import { asObject, asText } from '@/lib/base/json';
import { alwaysRules } from '@/lib/hooks/permissions';
import type { Playground } from '@/lib/state/playground/playground';
import styles from './hooks.module.css';
import { ScrolledText } from './scrolled-text';

interface PermissionQuestionProps {
  readonly questions: readonly Question[];
  onAnswer: Playground['permit'];
}

const KEYS = { '1': 'once', '2': 'always', '3': 'no' } as const;

/** [H1] The first of the open questions: what the tool would do, and why it is asked. */
export function PermissionQuestion({ questions, onAnswer }: PermissionQuestionProps) {
  const [question] = questions;
  const group = useRef<HTMLElement>(null);
  const title = useId();
  const words = useId();
  const callId = question?.call.id;
  useEffect(() => {
    if (callId === undefined) return;
    // What the user is typing must not answer the question.
    const active = document.activeElement;
    const isTyping = active instanceof HTMLTextAreaElement && active.value !== '';
    if (!isTyping) group.current?.focus();
  }, [callId]);
  if (question === undefined) return null;
  const { call, because, task } = question;
  const answer = (given: 'once' | 'always' | 'no') =>
    void onAnswer({ callId: call.id, answer: given, ...(task === undefined ? {} : { task }) });
  const rules = alwaysRules({ tool: call.name, input: call.input });
  const command = asText(asObject(call.input)?.command);
  return (
    <section
      ref={group}
      className={styles.question}
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={words}
      onKeyDown={(event) => {
        if (event.key !== '1' && event.key !== '2' && event.key !== '3') return;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        answer(KEYS[event.key]);
      }}
    >
      <h2 id={title}>
        Allow {call.name}
        {task === undefined ? '' : ` of ${task}`}?
      </h2>
      <ScrolledText label="What it would do" text={command ?? JSON.stringify(call.input, null, 2)} />
      <p id={words} className={styles.muted}>
        Asked because of {because}.{questions.length > 1 && ` ${questions.length - 1} more after this one.`}
      </p>
      <div className={styles.answers}>
        <Button look="main" onClick={() => answer('once')}>
          Allow once <Kbd>1</Kbd>
        </Button>
        <Button onClick={() => answer('always')}>
          Always <Kbd>2</Kbd>
        </Button>
        <Button onClick={() => answer('no')}>
          Deny <Kbd>3</Kbd>
        </Button>
      </div>
      <p className={styles.muted}>
        Always allows{' '}
        {rules.map((rule, index) => (
          <span key={rule}>
            {index > 0 && ', '}
            <code>{rule}</code>
          </span>
        ))}{' '}
        until the session ends.
      </p>
    </section>
  );
}
