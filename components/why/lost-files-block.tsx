import { RuleTag } from '@/components/rules/rule-tag';
import type { FileAction } from '@/lib/fidelity/files/file-fates';
import type { LostFiles } from '@/lib/fidelity/files/lost-files';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { LazyDetails } from './lazy-details';
import styles from './losses-block.module.css';
import { ValueList } from './value-list';

interface LostFilesBlockProps {
  readonly files: LostFiles;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

const deedTitles: Readonly<Record<FileAction, string>> = {
  changed: 'Changed files',
  created: 'Created files',
  read: 'Files only read',
};

export function LostFilesBlock({ files: { counts, unnamed }, rows, onShow }: LostFilesBlockProps) {
  const present = counts.filter(({ left }) => left > 0);
  if (present.length === 0) return null;
  return (
    <>
      <h4>
        Files worked with <RuleTag rule="K3" />
      </h4>
      {present.map(({ deed, left, unnamed: count }) => (
        <LazyDetails
          key={deed}
          summary={
            <>
              {deedTitles[deed]}{' '}
              <span className={styles.muted}>
                {exactNumber(count)} of {exactNumber(left)} no longer mentioned
              </span>
            </>
          }
        >
          {count === 0 ? (
            <p className={styles.muted}>All still mentioned.</p>
          ) : (
            <ValueList
              label={`${deedTitles[deed]} that are no longer mentioned`}
              values={unnamed
                .filter((file) => file.deed === deed)
                .map(({ path, was, used }) => ({
                  type: 'path',
                  value: path,
                  ...(was && { was }),
                  ...(used && { used }),
                }))}
              rows={rows}
              onShow={onShow}
            />
          )}
        </LazyDetails>
      ))}
    </>
  );
}
