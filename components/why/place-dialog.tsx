import { useMemo, useState } from 'react';
import { PartContent } from '@/components/messages/parts/part-content';
import { partTitle } from '@/components/messages/parts/part-names';
import type { LoadedContent } from '@/components/messages/parts/use-content';
import { recordingAsks } from '@/components/shell/stores';
import { Dialog } from '@/components/ui/dialog';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Message } from '@/lib/transcript/transcript';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './place-dialog.module.css';

export interface ShownPlace extends PartPlace {
  /** The text to find there. */
  readonly text: string | undefined;
}

interface PlaceDialogProps {
  readonly rows: readonly MessageRow[];
  readonly shown: ShownPlace | undefined;
  /** Of the session that the page shows, unless it is another. */
  readonly load?: (message: number) => Promise<Message>;
  onClose(): void;
}

/** A part of the recording, without leaving the columns. */
export function PlaceDialog({ rows, shown, load = recordingAsks.recorded, onClose }: PlaceDialogProps) {
  const [loaded] = useState<LoadedContent>(() => new Map());
  const row = shown === undefined ? undefined : rows[shown.message];
  const name = row === undefined ? '' : partTitle(row, row.parts[shown?.part ?? 0]);
  const source = useMemo(() => row && { name: row.id, load: () => load(row.index) }, [row, load]);
  return (
    <Dialog
      title={row === undefined ? '' : `Message ${exactNumber(row.index + 1)}, ${name}`}
      isOpen={shown !== undefined}
      onClose={onClose}
    >
      {shown !== undefined && row !== undefined && source !== undefined && (
        <div className={styles.place}>
          <PartContent
            message={row.id}
            partIndex={shown.part}
            source={source}
            loaded={loaded}
            label={name}
            sought={shown.text}
          />
        </div>
      )}
    </Dialog>
  );
}
