'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { AgentSource } from '@/lib/agents/agent-definition';
import { parseAgent } from '@/lib/agents/parse-agent';
import { type Failure, failureOf } from '@/lib/base/failure';
import styles from './agents.module.css';

interface DefinitionEditorProps {
  /** As the agent knows it. */
  readonly path: string;
  readonly line: number;
  readonly source: AgentSource;
  readonly isOurs: boolean;
  /** Those that there are. */
  readonly skills: readonly string[];
  ask(): Promise<string>;
  /** Return whether it was accepted. */
  onSave(text: string): Promise<boolean>;
  onDelete(): Promise<void>;
  onClose(): void;
}

/** [O2] A file of an agent, with what is wrong at its lines while it is typed. Edits stay here until saved. */
export function DefinitionEditor(props: DefinitionEditorProps) {
  const { path, line, source, isOurs, skills, ask, onSave, onDelete, onClose } = props;
  const [saved, setSaved] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [draft, setDraft] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const paper = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const text = draft ?? saved;
  const { problems } = useMemo(() => parseAgent(text ?? '', { path, source }, skills), [text, path, source, skills]);
  const kinds = new Map(problems.map((problem) => [problem.line, problem.kind]));
  const isLoaded = saved !== undefined;

  // It is opened once for a file and a line: another one is another editor.
  const first = useRef({ ask, line });
  useEffect(() => {
    first.current.ask().then(setSaved, (error: unknown) => setFailure(failureOf(error)));
  }, []);
  useEffect(() => {
    if (isLoaded) goToLine(paper.current, first.current.line);
  }, [isLoaded]);

  const save = async () => {
    if (draft === undefined) return;
    const isTaken = await onSave(draft);
    setIsRefused(!isTaken);
    if (!isTaken) return;
    setSaved(draft);
    // What was typed meanwhile is not saved.
    setDraft((now) => (now === draft ? undefined : now));
  };
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (text === undefined) return <p className={styles.muted}>Loading…</p>;
  const state =
    draft === undefined
      ? 'Saved.'
      : isRefused
        ? 'Could not save: the reason is above the prompt box.'
        : 'Unsaved changes.';
  return (
    <section className={styles.editor} aria-label={`Editor of ${path}`}>
      <h3 className={styles.name}>{path}</h3>
      <div className={styles.paper}>
        <div ref={numbers} className={styles.numbers} aria-hidden="true">
          {text.split('\n').map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its number
            <span key={at} data-kind={kinds.get(at + 1)}>
              {at + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={paper}
          aria-label={`Contents of ${path}`}
          spellCheck={false}
          readOnly={!isOurs}
          value={text}
          onScroll={({ currentTarget }) => {
            if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
          onChange={({ target }) => {
            setIsRefused(false);
            setDraft(target.value === saved ? undefined : target.value);
          }}
        />
      </div>
      <ul className={styles.section} aria-label="Problems of this file">
        {problems.map(({ kind, line: at, what }) => (
          <li key={`${at} ${what}`} className={styles.problem} data-kind={kind}>
            <button type="button" className={styles.muted} onClick={() => goToLine(paper.current, at)}>
              Line {at}
            </button>
            : {what}
          </li>
        ))}
      </ul>
      <div className={styles.head}>
        <p className={styles.muted} role="status">
          {state}
        </p>
        <Button look="main" disabled={!isOurs || draft === undefined} onClick={() => void save()}>
          Save
        </Button>
        <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
          Revert
        </Button>
        <Button disabled={!isOurs} onClick={() => void onDelete()}>
          Delete
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </section>
  );
}

const LINE_HEIGHT = 18;

function goToLine(element: HTMLTextAreaElement | null, line: number): void {
  if (element === null) return;
  const before = element.value.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  const end = element.value.indexOf('\n', start);
  element.focus();
  element.setSelectionRange(start, line === 1 ? start : end === -1 ? element.value.length : end);
  element.scrollTop = Math.max(0, (line - 4) * LINE_HEIGHT);
}
