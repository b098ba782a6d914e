'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { lessonById } from '@/lib/agent/lessons/index';
import { lessonOf } from '@/lib/agent/lessons/lesson-of';
import { isWhatIf } from '@/lib/state/simulate/simulated-session';
import { readViewLink } from '@/lib/state/simulate/view-link';
import { lessonAddress } from './lessons/lessons-dialog';
import { playground } from './playground-stores';
import { PlaygroundView } from './playground-view';

/** The URL names the open run or lesson, so that a reload returns to it. */
export function PlaygroundPage() {
  const query = useSearchParams();
  const wanted = query.get('run');
  const lessonId = query.get('lesson');
  const openId = useStore(playground, ({ open }) => (open.type === 'open' ? open.run.id : undefined));

  useEffect(() => playground.getState().start(), []);
  useEffect(() => {
    if (wanted === null) void beginLinked();
  }, [wanted]);
  useEffect(() => {
    const { open } = playground.getState();
    if (wanted !== null && !(open.type === 'open' && open.run.id === wanted))
      void playground.getState().openRun(wanted);
  }, [wanted]);
  useEffect(() => {
    const lesson = lessonId === null ? undefined : lessonById(lessonId);
    const { open, openLesson } = playground.getState();
    const isOpen = open.type === 'open' && lessonOf(open.run.model) === lesson;
    if (lesson !== undefined && !isOpen) void openLesson(lesson);
  }, [lessonId]);
  useEffect(() => {
    // The current value: another run may have just been requested. A link to the view has none in its URL.
    const { open } = playground.getState();
    if (open.type !== 'open' || open.run.id !== openId) return;
    const lesson = lessonOf(open.run.model);
    const address = lesson === undefined ? `/playground?run=${encodeURIComponent(openId)}` : lessonAddress(lesson.id);
    if (lesson === undefined ? openId !== wanted : lesson.id !== lessonId) history.replaceState(null, '', address);
  }, [openId, wanted, lessonId]);

  const isUnknown = lessonId !== null && lessonById(lessonId) === undefined;
  return <PlaygroundView unknownLesson={isUnknown ? lessonId : undefined} />;
}

/** A new run under the policy of the link, such as one with a prompt to try. */
async function beginLinked(): Promise<void> {
  const link = readViewLink(location.hash);
  if (!link.ok) {
    playground.setState({
      failure: { what: `Invalid link: ${link.error}.`, advice: 'A new run has the usual policy.' },
    });
  } else if (link.value !== undefined && isWhatIf(link.value)) {
    // Once: a reload returns to the run.
    history.replaceState(null, '', '/playground');
    await playground.getState().begin({ policy: link.value.policy });
  }
}
