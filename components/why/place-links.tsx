import { Fragment } from 'react';
import type { ScoreItem } from '@/lib/fidelity/scores/score';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { PlaceLink } from './place-link';

interface PlaceLinksProps {
  /** Before the links. */
  readonly fate?: string | undefined;
  readonly places: Pick<ScoreItem, 'was' | 'shownAgain' | 'used'>;
  readonly rows: readonly MessageRow[];
  onShow(messageIndex: number, partIndex: number): void;
}

/** Where something was in the recording, and where it is used again. */
export function PlaceLinks({ fate, places: { was, shownAgain, used }, rows, onShow }: PlaceLinksProps) {
  const named = [
    { name: 'was', place: was },
    { name: 'shown again', place: shownAgain },
    { name: 'used', place: used },
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
