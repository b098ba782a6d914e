'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { PlayedDay } from '@/lib/agent/story/play-story';
import type { ReachedStoryMoment } from '@/lib/agent/story/reached-story-moments';
import type { Story, StoryDay } from '@/lib/agent/story/story';
import { durationText } from '@/lib/agent/view/duration';
import styles from './lesson-guide.module.css';

interface StoryGuideProps {
  readonly story: Story;
  readonly days: readonly PlayedDay[];
  /** The day that is being played, from 0. */
  readonly playing: number | undefined;
  onGoOn(): void;
  onAgain(): void;
  onLeave(): void;
  /** A moment of the open run is looked at. */
  onShow(moment: ReachedStoryMoment): void;
}

interface Sentence extends ReachedStoryMoment {
  readonly day: number;
}

/** Leads through a story: what was to be seen on each day that was played, and the next day. */
export function StoryGuide({ story, days, playing, onGoOn, onAgain, onLeave, onShow }: StoryGuideProps) {
  const sentences = days.flatMap(({ day, moments }): Sentence[] => moments.map((moment) => ({ ...moment, day })));
  const firstOfDay = sentences.findIndex(({ day }) => day === days.length - 1);
  const [chosen, setChosen] = useState<{ readonly of: number; readonly place: number }>();
  // Of a day that was just played, the first sentence comes first.
  const place = chosen?.of === sentences.length ? chosen.place : Math.max(0, firstOfDay);
  const sentence = playing === undefined ? sentences[place] : undefined;
  const shownDay = playing ?? sentence?.day ?? Math.max(0, days.length - 1);
  const next = story.days[days.length];
  const latest = days.at(-1);
  const isIncomplete =
    latest !== undefined &&
    latest.moments.length < (story.days[latest.day]?.moments.length ?? 0) &&
    playing === undefined;

  const show = useEffectEvent(() => {
    // Other runs than the latest one are closed.
    const isOpen = story.days.slice((sentence?.day ?? 0) + 1, days.length).every(({ goesOn }) => goesOn === true);
    if (sentence !== undefined && isOpen) onShow(sentence);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another sentence is looked at
  useEffect(() => show(), [place, days.length, playing]);

  return (
    <section className={styles.guide} aria-label="Story">
      <div className={styles.head}>
        <strong>
          {story.unit === 'day' ? 'Day' : 'Part'} {shownDay + 1} of {story.days.length}: {story.days[shownDay]?.title}
        </strong>
        <span className={styles.steps}>
          <IconButton
            icon="left"
            label="Previous moment"
            disabled={playing !== undefined || place <= 0}
            onClick={() => setChosen({ of: sentences.length, place: place - 1 })}
          />
          <span>
            {sentences.length === 0 ? 0 : place + 1} / {sentences.length}
          </span>
          <IconButton
            icon="right"
            label="Next moment"
            disabled={playing !== undefined || place >= sentences.length - 1}
            onClick={() => setChosen({ of: sentences.length, place: place + 1 })}
          />
        </span>
      </div>
      <p className={styles.sentence} role="status">
        {playing === undefined ? (sentence?.text ?? ENDED) : 'Running…'}
        {isIncomplete && sentence !== undefined && ` ${ENDED}`}
      </p>
      <div className={styles.buttons}>
        {playing !== undefined ? (
          <Button look="main" disabled>
            Running…
          </Button>
        ) : next === undefined || isIncomplete ? (
          <>
            <Button look="main" onClick={onLeave}>
              Go on yourself
            </Button>
            <Button onClick={onAgain}>Play again</Button>
          </>
        ) : (
          <>
            <Button look="main" onClick={onGoOn}>
              {nextWords(story, next)}
            </Button>
            <Button look="quiet" onClick={onLeave}>
              Leave the story
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function nextWords({ unit }: Story, { afterMs, title }: StoryDay): string {
  if (unit === 'part') return `Next: ${title}`;
  if (afterMs < DAY_MS) return `Let ${durationText(afterMs)} pass`;
  return afterMs > DAY_MS ? `Let ${afterMs / DAY_MS} days pass` : 'Let a day pass';
}

const DAY_MS = 86_400_000;
const ENDED = 'Not everything that was to be seen has come. Was the run stopped or changed?';
