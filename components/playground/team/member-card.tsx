'use client';

import { type ReactNode, useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { BytesText } from '@/components/ui/number-text';
import { Tag } from '@/components/ui/tag';
import { counted } from '@/lib/series/words/format-number';
import {
  faults,
  faultTitles,
  fileStateWords,
  memberStateWords,
  newMemoryText,
  shortSum,
} from '@/lib/state/playground/team/team-words';
import type { MemberFile } from '@/lib/team/member-view';
import type { TeamMemberView } from '@/lib/team/team-driver';
import type { TeamFault } from '@/lib/team/team-faults';
import { useAsked } from '../run/use-asked';
import styles from './team.module.css';

interface MemberCardProps {
  readonly title: string;
  readonly about: string;
  /** In front of what is theirs. */
  readonly owner: string;
  readonly view: TeamMemberView;
  textOf(key: string): Promise<string>;
  /** Why not, as a sentence. */
  onWrite(key: string, text: string): Promise<string | undefined>;
  onRemove(key: string): void;
  onPull(): void;
  onPush(): void;
  onFault(fault: TeamFault | undefined): void;
  onSession?(): void;
}

/** A member of a team: its folder, what it knows of the server, and what it may run into. */
export function MemberCard(props: MemberCardProps): ReactNode {
  const { title, about, owner, view, textOf, onWrite, onRemove, onPull, onPush, onFault, onSession } = props;
  const { files, etag, blocked, problem, fault, state } = view;
  const id = useId();
  const [open, setOpen] = useState<string>();
  const shown = files.find(({ key, state: of }) => key === open && of !== 'lost');
  const isBusy = state === 'pulling' || state === 'pushing';
  return (
    <section className={styles.card} aria-labelledby={id} data-team={title}>
      <h2 id={id}>{title}</h2>
      <p className={styles.muted}>{about}</p>
      <p role="status" data-state={state}>
        {memberStateWords(view)}
      </p>
      <p className={styles.muted}>
        {counted(files.filter((file) => file.state !== 'lost').length, 'file')}, ETag{' '}
        {etag === undefined ? (
          'unknown'
        ) : (
          <span className={styles.data} title={etag}>
            {shortSum(etag)}
          </span>
        )}
      </p>
      {problem !== undefined && <ErrorNote look="notice" {...problem} />}
      {problem === undefined && blocked !== undefined && (
        <ErrorNote
          look="notice"
          what={`Nothing is pushed since the server answered ${blocked.status}.`}
          advice="Delete a file of the team, or begin a new session."
        />
      )}
      <ul className={styles.files} aria-label={`Files of ${title}`}>
        {files.map((file) => (
          <FileRow key={file.key} file={file} isOpen={file === shown} onOpen={setOpen} />
        ))}
      </ul>
      {shown !== undefined && (
        <Editor
          key={shown.key}
          file={shown}
          of={title}
          textOf={textOf}
          onWrite={onWrite}
          onRemove={onRemove}
          onClose={() => setOpen(undefined)}
        />
      )}
      <NewFile of={title} onWrite={onWrite} onWritten={setOpen} />
      <div className={styles.buttons}>
        <Button disabled={isBusy} onClick={onPull}>
          Pull
        </Button>
        <Button disabled={isBusy} onClick={onPush}>
          Push now
        </Button>
        {onSession !== undefined && (
          <Button onClick={onSession} title="Begins with a pull, and lifts what a refusal has blocked">
            New session
          </Button>
        )}
      </div>
      <fieldset className={styles.faults}>
        <legend className={styles.muted}>{owner} next request meets</legend>
        {faults.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={fault === each}
            onClick={() => onFault(fault === each ? undefined : each)}
          >
            {faultTitles[each]}
          </button>
        ))}
      </fieldset>
    </section>
  );
}

interface FileRowProps {
  readonly file: MemberFile;
  readonly isOpen: boolean;
  onOpen(key: string | undefined): void;
}

function FileRow({ file: { key, bytes, checksum, state, why }, isOpen, onOpen }: FileRowProps) {
  return (
    <li className={styles.entry} data-file={state}>
      {state === 'lost' ? (
        <span className={styles.data}>{key}</span>
      ) : (
        <button
          type="button"
          className={classNames(styles.link, styles.data)}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? undefined : key)}
        >
          {key}
        </button>
      )}
      <span className={styles.muted}>
        {state !== 'same' && <Tag>{fileStateWords[state]}</Tag>}{' '}
        {state !== 'lost' && (
          <>
            <span className={styles.data} title={`Checksum ${checksum}`}>
              {shortSum(checksum)}
            </span>{' '}
            <BytesText bytes={bytes} />
          </>
        )}
      </span>
      {why !== undefined && <span className={styles.problem}>{`It ${why}.`}</span>}
    </li>
  );
}

interface EditorProps extends Pick<MemberCardProps, 'textOf' | 'onWrite' | 'onRemove'> {
  readonly file: MemberFile;
  readonly of: string;
  onClose(): void;
}

/** Edits stay here until saved, whatever a pull does to the file meanwhile. */
function Editor({ file: { key, checksum }, of, textOf, onWrite, onRemove, onClose }: EditorProps) {
  const question = useMemo(() => ({ key, checksum }), [key, checksum]);
  const { value: text, failure } = useAsked(question, (asked) => textOf(asked.key));
  const [draft, setDraft] = useState<string>();
  const [why, setWhy] = useState<string>();
  const save = async () => {
    if (draft === undefined) return;
    const refused = await onWrite(key, draft);
    setWhy(refused);
    if (refused === undefined) setDraft((now) => (now === draft ? undefined : now));
  };
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (text === undefined) return <p className={styles.muted}>Loading…</p>;
  return (
    <div className={classNames(forms.field, styles.editor)}>
      <textarea
        aria-label={`${key} of ${of}`}
        spellCheck={false}
        value={draft ?? text}
        onChange={({ target }) => {
          setWhy(undefined);
          setDraft(target.value === text ? undefined : target.value);
        }}
      />
      {why !== undefined && <ErrorNote look="notice" what={why} />}
      <div className={styles.buttons}>
        <Button look="main" disabled={draft === undefined} onClick={() => void save()}>
          Save
        </Button>
        <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
          Revert
        </Button>
        <Button
          onClick={() => {
            onRemove(key);
            onClose();
          }}
        >
          Delete
        </Button>
      </div>
    </div>
  );
}

interface NewFileProps extends Pick<MemberCardProps, 'onWrite'> {
  readonly of: string;
  onWritten(key: string): void;
}

function NewFile({ of, onWrite, onWritten }: NewFileProps) {
  const [name, setName] = useState('');
  const [why, setWhy] = useState<string>();
  const add = async () => {
    const key = name.trim();
    const file = key === '' || /\.md$/i.test(key) ? key : `${key}.md`;
    const refused = await onWrite(file, newMemoryText(file));
    setWhy(refused);
    if (refused !== undefined) return;
    setName('');
    onWritten(file);
  };
  return (
    <form
      className={styles.adding}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        type="text"
        aria-label={`Name of a new file of ${of}`}
        placeholder="deploy.md"
        value={name}
        onChange={({ target }) => {
          setWhy(undefined);
          setName(target.value);
        }}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Add file
      </Button>
      {why !== undefined && <ErrorNote look="notice" what={why} />}
    </form>
  );
}
