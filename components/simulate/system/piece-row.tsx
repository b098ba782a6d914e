'use client';

import { useCallback, useId, useState } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { CallLink } from '@/components/ui/call-link';
import { ErrorNote } from '@/components/ui/error-note';
import { NumberText } from '@/components/ui/number-text';
import { useAnswer } from '@/components/ui/use-answer';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { staysWords } from '@/lib/series/words/system-words';
import type { PieceTime, SystemPiece } from '@/lib/simulator/recorded/system-pieces';
import styles from './piece-row.module.css';

interface PieceRowProps {
  readonly piece: SystemPiece;
  readonly index: number;
  loadText(piece: number, time: number, signal: AbortSignal): Promise<string>;
  onSelectCall(call: number): void;
  onShow(messageIndex: number, partIndex: number): void;
}

const SHOWN = 12;

export function PieceRow({ piece, index, loadText, onSelectCall, onShow }: PieceRowProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { name, source, texts, times, carried } = piece;
  const first = times[0];
  const last = Math.max(...times.map((time) => time.last));
  if (first === undefined) return null;
  return (
    <li>
      <button
        type="button"
        className={styles.piece}
        aria-expanded={isOpen}
        aria-controls={`${id}-text`}
        title={`${name}. ${isOpen ? 'Hide' : 'Show'} its text`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.name}>{shortName(name)}</span>
        <NumberText value={first.tokens} unit="tokens" isEstimate source="estimated from length" />
        <span className={styles.facts}>
          {source} · {staysWords(texts, times.length)} · calls {exactNumber(first.first + 1)} to {exactNumber(last + 1)}
        </span>
        <span className={styles.facts} title={`${exactNumber(carried)} tokens × calls`}>
          <NumberText value={carried} unit="tokens × calls" isEstimate source="estimated from length" />
        </span>
      </button>
      <div id={`${id}-text`} className={styles.open} hidden={!isOpen}>
        {isOpen && (
          <>
            <Times times={times} chosen={chosen} onChoose={setChosen} />
            <TextAt piece={index} time={chosen} name={name} loadText={loadText} />
            <Where time={times[chosen] ?? first} onSelectCall={onSelectCall} onShow={onShow} />
          </>
        )}
      </div>
    </li>
  );
}

interface TimesProps {
  readonly times: readonly PieceTime[];
  readonly chosen: number;
  onChoose(time: number): void;
}

function Times({ times, chosen, onChoose }: TimesProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (times.length === 1) return null;
  return (
    <div className={styles.times}>
      {(showsAll ? times : times.slice(0, SHOWN)).map(({ first }, time) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two may come in at one call
          key={time}
          type="button"
          className={styles.time}
          aria-pressed={time === chosen}
          onClick={() => onChoose(time)}
        >
          call {exactNumber(first + 1)}
        </button>
      ))}
      {times.length > SHOWN && (
        <button type="button" className={styles.time} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : counted(times.length - SHOWN, 'more time')}
        </button>
      )}
    </div>
  );
}

interface TextAtProps extends Pick<PieceRowProps, 'loadText'> {
  readonly piece: number;
  readonly time: number;
  readonly name: string;
}

function TextAt({ piece, time, name, loadText }: TextAtProps) {
  const ask = useCallback((signal: AbortSignal) => loadText(piece, time, signal), [loadText, piece, time]);
  const answer = useAnswer(ask);
  if (answer === undefined) return <p className={styles.facts}>Loading…</p>;
  if (typeof answer !== 'string') return <ErrorNote {...answer} />;
  return answer.trim() === '' ? <p className={styles.facts}>No text.</p> : <LongText text={answer} label={name} />;
}

interface WhereProps extends Pick<PieceRowProps, 'onSelectCall' | 'onShow'> {
  readonly time: PieceTime;
}

function Where({ time: { first, last, place, because }, onSelectCall, onShow }: WhereProps) {
  return (
    <p className={styles.where}>
      <span>
        In <CallLink call={first} onSelectCall={onSelectCall} />
        {last > first && (
          <>
            {' '}
            to <CallLink call={last} onSelectCall={onSelectCall} />
          </>
        )}
      </span>
      {because !== undefined && <span>Loaded because {shortName(because)} was read</span>}
      {place !== undefined && (
        <button type="button" className={styles.link} onClick={() => onShow(place.message, place.part)}>
          Show in messages
        </button>
      )}
    </p>
  );
}

/** The end of a long path says more than its start. */
function shortName(name: string): string {
  return name.length > 60 && /[\\/]/.test(name) ? `…${name.slice(-59)}` : name;
}
