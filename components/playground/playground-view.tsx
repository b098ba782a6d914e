'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ErrorNote } from '@/components/ui/error-note';
import { useKeptFocus } from '@/components/ui/use-kept-focus';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { lessonOf } from '@/lib/agent/lessons/lesson-of';
import type { ReachedMoment } from '@/lib/agent/lessons/reached-moments';
import { nextEvent } from '@/lib/series/chart/next-event';
import { sentLines } from '@/lib/state/messages/sent-lines';
import { PromptBox } from './chat/prompt-box';
import { TodoList } from './chat/todo-list';
import { ChatPane } from './chat-pane';
import { LessonGuide } from './lessons/lesson-guide';
import { LessonsDialog } from './lessons/lessons-dialog';
import { playground } from './playground-stores';
import styles from './playground-view.module.css';
import { HelpDialog } from './run/help-dialog';
import { LiveChart } from './run/live-chart';
import { atWork, canGoOn, RunHeader } from './run/run-header';
import { RunMeter } from './run/run-meter';
import { RunNotices } from './run/run-notices';
import { RunsDialog } from './run/runs-dialog';
import { useViewedCall, ViewedCall } from './run/viewed-call';
import { type RunTabName, RunTabs } from './tabs/run-tabs';

const SHOWN_CHARACTERS = 40;

/** A running agent, with its context beside it. */
export function PlaygroundView({ unknownLesson }: { readonly unknownLesson?: string | undefined }) {
  const router = useRouter();
  const { runs, damagedRuns, isLoaded, open, failure, answer, pace } = useStore(playground);
  const actions = playground.getState();
  const run = open.type === 'open' ? open.run : undefined;
  const lesson = run && lessonOf(run.model);
  const calls = run?.simulation.calls ?? 0;
  const { call, chosen, select, follow } = useViewedCall(run?.id, calls);
  const [tab, setTab] = useState<RunTabName>('context');
  const [areRunsShown, setAreRunsShown] = useState(false);
  const [areLessonsShown, setAreLessonsShown] = useState(false);
  const [look, setLook] = useState<ReachedMoment['look']>();
  const [isSaving, setIsSaving] = useState(false);
  const view = useRef<HTMLElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const items = run?.items;
  const sent = useMemo(() => sentLines(items ?? []), [items]);

  const say = (text: string, followUps: readonly string[] = []) =>
    open.type === 'open' ? actions.say(text, followUps) : actions.begin({ text, followUps });
  const openRun = (id: string) => {
    setAreRunsShown(false);
    void actions.openRun(id);
  };
  const beginRun = () => {
    setAreRunsShown(false);
    void actions.begin();
  };
  const prepareRun = () => {
    setTab('policy');
    beginRun();
  };
  const removeRun = async (id: string) => {
    // The undo notice is outside the dialog.
    setAreRunsShown(false);
    await actions.removeRun(id);
    // Not before it is closed, because the open run is written to the URL.
    if (id === run?.id) history.replaceState(null, '', '/playground');
  };
  const showMoment = (moment: ReachedMoment) => {
    setLook(moment.look);
    if (moment.look === 'messages') setTab('context');
    select(moment.call);
    view.current?.querySelector(`[data-look-at="${moment.look}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const goOn = () => {
    if (lesson !== undefined) follow();
    setLook(undefined);
    void actions.goOn();
  };
  const isAtWork = run !== undefined && atWork(run.status);
  const stop = () => {
    if (isAtWork) void actions.stop();
  };
  const drive = () => {
    if (isAtWork) stop();
    else if (lesson !== undefined && run?.items.length === 0) void actions.startLesson(lesson);
    else if (run !== undefined && (canGoOn(run.status) || run.waiting.length > 0)) goOn();
  };
  const stepEvent = (direction: 1 | -1) => {
    if (open.type !== 'open') return;
    const next = nextEvent(open.run.simulation, open.session.timeline, call, direction);
    if (next !== undefined) select(next);
  };
  const save = async () => {
    setIsSaving(true);
    const address = await actions.saveAsSession();
    setIsSaving(false);
    if (address !== undefined) router.push(address);
  };

  const showContext = useEffectEvent(() => {
    setTab('context');
    follow();
    actions.dismissAnswer();
  });
  useEffect(() => {
    if (answer?.type === 'show' && answer.what === 'context') showContext();
  }, [answer]);
  useKeptFocus(view);
  useShortcuts({
    ' ': drive,
    Escape: stop,
    j: () => stepEvent(1),
    k: () => stepEvent(-1),
    c: () => box.current?.focus(),
    ArrowLeft: () => select(call - 1),
    ArrowRight: () => select(call + 1),
    'Shift+ArrowLeft': () => select(call - 10),
    'Shift+ArrowRight': () => select(call + 10),
    Home: () => select(0),
    End: () => select(calls - 1),
  });

  return (
    <main
      id="main"
      ref={view}
      className={styles.view}
      data-lesson={lesson !== undefined}
      data-look={lesson === undefined ? undefined : look}
    >
      <RunHeader
        run={run && lesson ? { ...run, title: `Lesson: ${lesson.title}` } : run}
        pace={pace}
        isSaving={isSaving}
        isLesson={lesson !== undefined}
        onStop={stop}
        onGoOn={goOn}
        onUndo={() => void actions.undo()}
        onRedo={() => void actions.redo()}
        onPace={actions.setPace}
        onShowLessons={() => setAreLessonsShown(true)}
        onShowRuns={() => setAreRunsShown(true)}
        onSave={() => void save()}
      />
      <div className={styles.meter}>
        {run !== undefined && <RunMeter meter={run.meter} simulation={run.simulation} />}
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      {unknownLesson !== undefined && run === undefined && (
        <ErrorNote
          look="notice"
          what={`There is no lesson “${unknownLesson.slice(0, SHOWN_CHARACTERS)}”.`}
          advice="Choose one under “Lessons…”."
        />
      )}
      <div className={styles.columns} data-begun={run !== undefined}>
        <section className={styles.talk} aria-label="Conversation" data-look-at="chat">
          <ChatPane
            open={open}
            isLesson={lesson !== undefined}
            actions={actions}
            isLoaded={isLoaded}
            latest={runs[0]}
            chosenCall={chosen}
            onSay={(text, followUps) => void say(text, followUps)}
            onOpenRun={openRun}
            onShowLessons={() => setAreLessonsShown(true)}
            onNew={beginRun}
            onPrepare={prepareRun}
            onSelectCall={select}
          />
          <div className={styles.ask}>
            {run !== undefined && lesson === undefined && <RunNotices run={run} onGoOn={() => void actions.goOn()} />}
            {answer?.type === 'refused' && <ErrorNote look="notice" what={answer.what} />}
            {run !== undefined && <TodoList todos={run.todos} />}
            {run !== undefined && lesson !== undefined ? (
              <LessonGuide
                key={run.id}
                lesson={lesson}
                run={run}
                isSaving={isSaving}
                onStart={() => void actions.startLesson(lesson)}
                onGoOn={goOn}
                onAgain={() => void actions.openLesson(lesson)}
                onShow={showMoment}
                onTry={() => void actions.begin({ policy: lesson.policy })}
                onSave={() => void save()}
              />
            ) : (
              <PromptBox
                ref={box}
                history={sent}
                isOff={open.type === 'opening'}
                hint={
                  isAtWork
                    ? 'The agent is running. New messages are queued for the next call. Esc to stop.'
                    : 'Enter to send, Shift+Enter for a new line, ↑ for previous prompts.'
                }
                onSend={(text) => say(text)}
                onStop={stop}
              />
            )}
          </div>
        </section>
        <div className={styles.laidOpen}>
          <section className={styles.chart} aria-label="Context by call" data-look-at="chart">
            <LiveChart
              live={
                open.type === 'open' ? { timeline: open.session.timeline, simulation: open.run.simulation } : undefined
              }
              selected={Math.max(0, call)}
              onSelect={select}
              onStepEvent={stepEvent}
            />
            <ViewedCall call={call} calls={calls} isNewest={chosen === undefined} onNewest={follow} />
          </section>
          <div className={styles.tabs} data-look-at="messages">
            {open.type === 'open' && (
              <RunTabs
                key={open.run.id}
                run={open.run}
                session={open.session}
                call={call}
                actions={actions}
                selected={tab}
                onSelect={setTab}
                onSelectCall={select}
              />
            )}
          </div>
        </div>
      </div>
      <RunsDialog
        runs={runs}
        damaged={damagedRuns}
        open={run}
        asks={actions.asks}
        isOpen={areRunsShown}
        onNew={beginRun}
        onOpen={openRun}
        onRemove={(id) => void removeRun(id)}
        onClose={() => setAreRunsShown(false)}
      />
      <LessonsDialog isOpen={areLessonsShown} openId={lesson?.id} onClose={() => setAreLessonsShown(false)} />
      <HelpDialog isOpen={answer?.type === 'show' && answer.what === 'help'} onClose={actions.dismissAnswer} />
    </main>
  );
}
