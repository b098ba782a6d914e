import { PartContent } from '@/components/simulate/recording/part-content';
import { partName } from '@/components/simulate/recording/part-names';
import { Dialog } from '@/components/ui/dialog';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './place-dialog.module.css';

export interface ShownPlace extends PartPlace {
  /** The text to find there. */
  readonly text: string | undefined;
}

interface PlaceDialogProps {
  readonly rows: readonly MessageRow[];
  readonly shown: ShownPlace | undefined;
  onClose(): void;
}

/** A part of the recording, without leaving the columns. */
export function PlaceDialog({ rows, shown, onClose }: PlaceDialogProps) {
  const row = shown === undefined ? undefined : rows[shown.message];
  const part = row?.parts[shown?.part ?? 0];
  const name = row === undefined ? '' : `${partName(row, part)} ${part?.toolName ?? ''}`.trim();
  return (
    <Dialog
      title={shown === undefined ? '' : `Message ${exactNumber(shown.message + 1)}, ${name}`}
      isOpen={shown !== undefined}
      onClose={onClose}
    >
      {shown !== undefined && (
        <div className={styles.place}>
          <PartContent
            messageIndex={shown.message}
            partIndex={shown.part}
            isCleared={false}
            label={name}
            sought={shown.text}
          />
        </div>
      )}
    </Dialog>
  );
}
