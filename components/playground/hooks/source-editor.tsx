'use client';

import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { ShownSource } from '@/lib/agent/view/hooks-view';
import type { FileEntry } from '@/lib/agent/view/run-view';
import { settingsExamples, withSettings } from '@/lib/hooks/edit-settings';
import { parseSettings } from '@/lib/hooks/hook-settings';
import { settingsPlaces, shortPath } from '@/lib/hooks/settings-source';
import { counted } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { useAsked } from '../run/use-asked';
import styles from './hooks.module.css';

interface SourceEditorProps {
  readonly source: ShownSource;
  /** Undefined if there is no file yet, and for the session. */
  readonly file: FileEntry | undefined;
  readonly session: string;
  readonly isOff: boolean;
  readonly ask: RunAsks['fileText'];
  onSave(text: string): Promise<boolean>;
}

/** Edits stay here until they are saved. */
export function SourceEditor({ source, file, ask, ...props }: SourceEditorProps) {
  const question = useMemo(() => ({ file }), [file]);
  const { value, failure } = useAsked(question, (given) =>
    given.file === undefined ? Promise.resolve('') : ask(given.file.path),
  );
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (value === undefined) return <p className={styles.muted}>Loading…</p>;
  const text = source.source === 'session' ? props.session : value;
  return <Editor source={source} text={text} {...props} />;
}

interface EditorProps extends Pick<SourceEditorProps, 'source' | 'isOff' | 'onSave'> {
  readonly text: string;
}

function Editor({ source, text, isOff, onSave }: EditorProps) {
  const [draft, setDraft] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const id = useId();
  const written = draft ?? text;
  const { hooks, rules, problems } = useMemo(
    () => parseSettings(written, source.source, source.path),
    [written, source.source, source.path],
  );
  const lines = written.split('\n');
  const byLine = new Map(problems.map(({ line, level }) => [line, level]));
  const write = (next: string) => {
    setProblem(undefined);
    setIsRefused(false);
    setDraft(next === text ? undefined : next);
  };
  const save = async () => {
    const isTaken = await onSave(written.trim() === '' ? '' : written);
    setIsRefused(!isTaken);
    if (isTaken) setDraft((now) => (now === written ? undefined : now));
  };
  const goTo = (line: number) => {
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    box.current?.focus();
    box.current?.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  };
  const add = (title: string) => {
    const example = settingsExamples.find((each) => each.title === title);
    const next = example && withSettings(written, example.settings);
    if (next?.ok === true) write(next.value);
    else if (next !== undefined) setProblem(next.error);
  };
  return (
    <div className={styles.stack}>
      <p className={styles.path}>{source.path === undefined ? 'Kept with this run' : shortPath(source.path)}</p>
      <div className={styles.editor}>
        <div ref={gutter} className={styles.gutter} aria-hidden="true">
          {lines.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its number
            <span key={index} data-level={byLine.get(index + 1)}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={box}
          aria-label={`Settings: ${settingsPlaces[source.source].title}`}
          aria-describedby={id}
          aria-invalid={problems.some(({ level }) => level === 'error')}
          spellCheck={false}
          wrap="off"
          rows={Math.min(14, Math.max(6, lines.length))}
          placeholder="{}"
          readOnly={isOff}
          value={written}
          onScroll={({ currentTarget }) => {
            if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop;
          }}
          onChange={({ target }) => write(target.value)}
        />
      </div>
      <div id={id} className={styles.stack}>
        {problems.length > 0 && (
          <ul className={styles.problems}>
            {problems.map(({ level, line, what }) => (
              <li key={`${line} ${what}`} data-level={level}>
                <button type="button" onClick={() => goTo(line)}>
                  Line {line}
                </button>{' '}
                {what}
              </li>
            ))}
          </ul>
        )}
        {problem !== undefined && <p className={styles.problem}>Could not add it: {problem}</p>}
      </div>
      {!isOff && (
        <div className={styles.bar}>
          <p className={styles.muted} role="status">
            {isRefused
              ? 'Could not save: the reason is above the prompt box.'
              : draft === undefined
                ? `Saved: ${counted(hooks.length, 'hook')}, ${counted(rules.length, 'rule')}.`
                : `Unsaved changes: ${counted(hooks.length, 'hook')}, ${counted(rules.length, 'rule')}.`}
          </p>
          <select aria-label="Add an example" value="" onChange={({ target }) => add(target.value)}>
            <option value="">Add an example…</option>
            {settingsExamples.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
          <Button disabled={draft === undefined} onClick={() => write(text)}>
            Revert
          </Button>
          <Button look="main" disabled={draft === undefined} onClick={() => void save()}>
            Save
          </Button>
        </div>
      )}
    </div>
  );
}
