import { useCallback, useState } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import { TimeText } from '@/components/ui/time-text';
import { useAnswer } from '@/components/ui/use-answer';
import type { FileChange } from '@/lib/agent/journal/entry';
import type { HistoryOfFile, ShownVersion } from '@/lib/agent/project/home-history';
import { HOME } from '@/lib/agent/tools/workspace-path';
import { counted } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import styles from './home-dialog.module.css';

interface HomeDialogProps {
  readonly asks: Pick<RunAsks, 'home' | 'homeText'>;
  /** This tab cannot write. */
  readonly isWatching: boolean;
  readonly isOpen: boolean;
  /** As a change of the open session. */
  onRestore(change: FileChange): void;
  onClose(): void;
}

/** [J1] The files of a project's home folder, and all their versions. */
export function HomeDialog({ isOpen, onClose, ...files }: HomeDialogProps) {
  return (
    <Dialog title="History of ~" isOpen={isOpen} onClose={onClose}>
      <HomeFiles {...files} />
    </Dialog>
  );
}

type FilesProps = Omit<HomeDialogProps, 'isOpen' | 'onClose'>;

function HomeFiles({ asks, isWatching, onRestore }: FilesProps) {
  const home = useAnswer(asks.home);
  const [shown, setShown] = useState<number>();
  if (home === undefined) return <p role="status">Loading versions…</p>;
  if (!('files' in home)) return <ErrorNote {...home} />;
  const { files, damage } = home;
  return (
    <>
      <p className={styles.muted}>
        The home folder of the project, by all its sessions. A session that is open keeps the files that it started
        with, and its own changes.
      </p>
      {files.length === 0 && <p>No files yet. What the agent writes below ~ is kept here for the next session.</p>}
      {files.map((file) => (
        <details key={file.path} className={styles.file}>
          <summary>
            <code className={styles.path}>~{file.path.slice(HOME.length)}</code>{' '}
            <span className={styles.muted}>
              {counted(file.versions.length, 'version')}
              {file.isGone && ', deleted'}
            </span>
          </summary>
          <ol className={styles.versions} aria-label={`Versions of ~${file.path.slice(HOME.length)}`}>
            {file.versions.map((version) => (
              <li key={version.place}>
                <button
                  type="button"
                  className={styles.version}
                  aria-expanded={version.place === shown}
                  disabled={version.characters === null}
                  onClick={() => setShown(version.place === shown ? undefined : version.place)}
                >
                  {versionWords(version)}, <TimeText timeMs={version.mtimeMs} withTime />
                </button>
                {version.place === shown && (
                  <VersionText
                    file={file}
                    version={version}
                    asks={asks}
                    onRestore={isWatching ? undefined : (text) => onRestore({ path: file.path, text })}
                  />
                )}
              </li>
            ))}
          </ol>
        </details>
      ))}
      {damage.length > 0 && (
        <ErrorNote
          look="notice"
          what={`${counted(damage.length, 'version')} could not be read: ${damage.slice(0, 3).join('; ')}.`}
          advice="They were left unchanged; the others are complete."
        />
      )}
    </>
  );
}

interface VersionTextProps {
  readonly file: HistoryOfFile;
  readonly version: ShownVersion;
  readonly asks: Pick<RunAsks, 'homeText'>;
  readonly onRestore: ((text: string) => void) | undefined;
}

function VersionText({ file, version: { place }, asks, onRestore }: VersionTextProps) {
  const { homeText } = asks;
  const text = useAnswer(useCallback(() => homeText(place), [homeText, place]));
  if (text === undefined) return <p role="status">Loading…</p>;
  if (typeof text !== 'string') return <ErrorNote {...text} />;
  return (
    <div className={styles.text}>
      {text === '' ? (
        <p className={styles.muted}>Empty file.</p>
      ) : (
        <LongText text={text} label={`Version of ${file.path}`} />
      )}
      {onRestore !== undefined && <Button onClick={() => onRestore(text)}>Restore in this session</Button>}
    </div>
  );
}

function versionWords({ session, characters, isByTask, isUndone, isCurrent }: ShownVersion): string {
  const who = session === undefined ? 'Unknown session' : `Session ${session}`;
  return [
    `${who}${isByTask ? ' in the background' : ''}`,
    characters === null ? 'deleted it' : counted(characters, 'character'),
    ...(isCurrent ? ['current'] : []),
    ...(isUndone ? ['undone'] : []),
  ].join(', ');
}
