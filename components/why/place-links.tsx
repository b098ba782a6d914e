import { Fragment } from 'react';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { PlaceLink } from './place-link';

interface Places {
  readonly was?: PartPlace | undefined;
  readonly shownAgain?: PartPlace | undefined;
  readonly used?: PartPlace | undefined;
  readonly readAgain?: PartPlace | undefined;
}

interface PlaceLinksProps {
  /** Before the links. */
  readonly fate?: string | undefined;
  readonly places: Places;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

/** Where something was in the recording, and where it is used again. */
export function PlaceLinks({ fate, places: { was, shownAgain, used, readAgain }, rows, onShow }: PlaceLinksProps) {
  const named = [
    { name: 'was', place: was },
    { name: 'shown again', place: shownAgain },
    { name: 'used', place: used },
    { name: 'read again', place: readAgain },
  ] as const;
  const present = named.flatMap(({ name, place }) => (place === undefined ? [] : [{ name, place }]));
  return (
    <>
      {fate}
      {present.map(({ name, place }, index) => (
        <Fragment key={name}>
          {(fate !== undefined || index > 0) && ' · '}
          {name} <PlaceLink rows={rows} place={place} onShow={onShow} />
        </Fragment>
      ))}
    </>
  );
}
