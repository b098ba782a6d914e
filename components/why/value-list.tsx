import type { GoneValue, Miss } from '@/lib/fidelity/scores/what-was-lost';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { PlaceLinks } from './place-links';
import { TwoLineList } from './two-line-list';

interface ValueListProps {
  readonly label: string;
  readonly values: readonly (GoneValue & Partial<Miss>)[];
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

/** Each value with its last occurrence, and where it is used again. */
export function ValueList({ label, values, rows, onShow }: ValueListProps) {
  return (
    <TwoLineList
      label={label}
      items={values}
      textOf={({ value }) => value}
      noteOf={(value) => (
        <PlaceLinks
          fate={value.was === undefined ? 'from a summary' : undefined}
          places={value}
          rows={rows}
          onShow={onShow}
        />
      )}
    />
  );
}
