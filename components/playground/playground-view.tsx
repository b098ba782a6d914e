'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { apiAccess, apiKeys, currentKeys } from '@/components/api/api-stores';
import { DropOverlay } from '@/components/sessions/drop-overlay';
import { ErrorNote } from '@/components/ui/error-note';
import { useKeptFocus } from '@/components/ui/use-kept-focus';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { lessonOf } from '@/lib/agent/lessons/lesson-of';
import type { ReachedMoment } from '@/lib/agent/lessons/reached-moments';
import type { ReachedStoryMoment } from '@/lib/agent/story/reached-story-moments';
import type { ChatItem } from '@/lib/agent/view/chat-item';
import type { Line } from '@/lib/agent/view/parse-line';
import { optional } from '@/lib/base/optional';
import { nextEvent } from '@/lib/series/chart/next-event';
import { sentLines } from '@/lib/state/messages/sent-lines';
import { lanesOf, runningLanes } from '@/lib/state/playground/agents/agent-words';
import type { StoredProject } from '@/lib/storage/stored-project';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { PromptBox } from './chat/prompt-box';
import { TodoList } from './chat/todo-list';
import { ChatPane } from './chat-pane';
import { PermissionQuestion } from './hooks/permission-question';
import { LessonGuide } from './lessons/lesson-guide';
import { LessonsDialog } from './lessons/lessons-dialog';
import { StoryGuide } from './lessons/story-guide';
import { playground, storyPlay, teammate } from './playground-stores';
import styles from './playground-view.module.css';
import { ConfirmDialog } from './run/confirm-dialog';
import { HelpDialog } from './run/help-dialog';
import { HomeDialog } from './run/home-dialog';
import { LiveChart } from './run/live-chart';
import { atWork, canGoOn, RunHeader } from './run/run-header';
import { RunMeter } from './run/run-meter';
import { RunNotices } from './run/run-notices';
import { RunsDialog } from './run/runs-dialog';
import { useViewedCall, ViewedCall } from './run/viewed-call';
import { WaitDialog } from './run/wait-dialog';
import { FolderDialog } from './tabs/folder-dialog';
import { type RunTabName, RunTabs } from './tabs/run-tabs';

type ShownTab = Exclude<Extract<Line, { type: 'show' }>['what'], 'help'>;

const NOTHING: readonly ChatItem[] = [];
const SHOWN_CHARACTERS = 40;

/** A running agent, with its context beside it. */
export function PlaygroundView({ unknownLesson }: { readonly unknownLesson?: string | undefined }) {
  const router = useRouter();
  const { runs, damagedRuns, projects, damagedProjects, isLoaded, open, failure, answer, pace } = useStore(playground);
  const actions = playground.getState();
  const run = open.type === 'open' ? open.run : undefined;
  const lesson = run && lessonOf(run.model);
  const { story, runs: storyRuns, days, playing } = useStore(storyPlay);
  // Its latest session, or the moment before it is open.
  const isStory = run === undefined ? playing !== undefined : run.id === storyRuns.at(-1);
  const calls = run?.simulation.calls ?? 0;
  const { call, chosen, select, follow } = useViewedCall(run?.id, calls);
  const [tab, setTab] = useState<RunTabName>('context');
  /** [O4] The one that the tab Agents shows. */
  const [agent, setAgent] = useState<string>();
  const [areRunsShown, setAreRunsShown] = useState(false);
  const [isHomeShown, setIsHomeShown] = useState(false);
  const [folder, setFolder] = useState<readonly ImportSource[]>();
  const [areLessonsShown, setAreLessonsShown] = useState(false);
  const [look, setLook] = useState<ReachedMoment['look']>();
  const [isSaving, setIsSaving] = useState(false);
  const [isWaitShown, setIsWaitShown] = useState(false);
  /** What the user did not want to send; it can be reviewed again. */
  const [isDismissed, setIsDismissed] = useState(false);
  const view = useRef<HTMLElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const items = run?.items;
  const sent = useMemo(() => sentLines(items ?? []), [items]);

  const say = (text: string, followUps: readonly string[] = []) => {
    setIsDismissed(false);
    return open.type === 'open' ? actions.say(text, followUps) : actions.begin({ text, followUps });
  };
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
  const project = projects.find(({ id }) => id === run?.project?.id);
  const removeProject = async (removed: StoredProject) => {
    setAreRunsShown(false);
    await actions.removeProject(removed);
    if (removed.id === run?.project?.id) history.replaceState(null, '', '/playground');
  };
  const removeRun = async (id: string) => {
    // The undo notice is outside the dialog.
    setAreRunsShown(false);
    await actions.removeRun(id);
    // Not before it is closed, because the open run is written to the URL.
    if (id === run?.id) history.replaceState(null, '', '/playground');
  };
  const isWatching = run !== undefined && run.role !== 'runs';
  const isAtWork = run !== undefined && atWork(run.status) && !isWatching;
  const toSend = run?.status.type === 'confirm' ? run.status.toSend : undefined;
  const showMoment = (moment: ReachedMoment) => {
    setLook(moment.look);
    if (moment.look === 'messages') setTab('context');
    select(moment.call);
    view.current?.querySelector(`[data-look-at="${moment.look}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const showStoryMoment = ({ look: wanted, call: at }: ReachedStoryMoment) => {
    // The tabs are beside the chart.
    const place = wanted === 'chat' ? 'chat' : 'messages';
    if (wanted !== 'chat') setTab(wanted);
    if (wanted === 'agents') setAgent(undefined);
    setLook(place);
    select(at);
    view.current?.querySelector(`[data-look-at="${place}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const goOn = () => {
    if (lesson !== undefined) follow();
    setLook(undefined);
    setIsDismissed(false);
    void actions.goOn();
  };
  const stop = () => {
    if (isAtWork) void actions.stop();
  };
  const drive = () => {
    if (isAtWork) stop();
    else if (lesson !== undefined && run?.items.length === 0) void actions.startLesson(lesson);
    else if (run !== undefined && !isWatching && (canGoOn(run.status) || run.waiting.length > 0)) goOn();
  };
  const stepEvent = (direction: 1 | -1) => {
    if (open.type !== 'open') return;
    const next = nextEvent(open.run.simulation, open.session.timeline, call, direction);
    if (next !== undefined) select(next);
  };
  const openAgent = useCallback((id: string) => {
    setAgent(id);
    setTab('agents');
    view.current?.querySelector('[data-look-at="messages"]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const agents = run?.agents;
  const lanes = useMemo(() => {
    if (agents === undefined) return undefined;
    const opened = agents.started.findIndex(({ id }) => id === agent);
    const onOpen = (index: number) => {
      const id = agents.started[index]?.id;
      if (id !== undefined) openAgent(id);
    };
    return { all: lanesOf(agents), running: runningLanes(agents), opened, onOpen };
  }, [agents, agent, openAgent]);
  const save = async () => {
    setIsSaving(true);
    const address = await actions.saveAsSession();
    setIsSaving(false);
    if (address !== undefined) router.push(address);
  };

  const showTab = useEffectEvent((name: ShownTab) => {
    setTab(name);
    if (name === 'agents') setAgent(undefined);
    if (name === 'context') follow();
    actions.dismissAnswer();
    // On a phone, the tabs are below the chat.
    view.current?.querySelector('[data-look-at="messages"]')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (answer?.type === 'show' && answer.what !== 'help') showTab(answer.what);
  }, [answer]);
  const isPaid = run?.model.type === 'api';
  useEffect(() => {
    // Before a paid call, the user is told where it goes.
    if (!isPaid) return;
    for (const store of Object.values(apiKeys)) store.getState().recall();
    void apiAccess.getState().look(currentKeys());
  }, [isPaid]);
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
      data-lesson={lesson !== undefined || isStory}
      data-look={lesson === undefined && !isStory ? undefined : look}
    >
      <RunHeader
        run={run && lesson ? { ...run, title: `Lesson: ${lesson.title}` } : run}
        project={run?.project && project && { title: project.title, session: run.project.session }}
        pace={pace}
        isSaving={isSaving}
        isLesson={lesson !== undefined}
        onStop={stop}
        onGoOn={goOn}
        onUndo={() => void actions.undo()}
        onRedo={() => void actions.redo()}
        onPace={actions.setPace}
        onWait={() => setIsWaitShown(true)}
        onShowLessons={() => setAreLessonsShown(true)}
        onShowRuns={() => setAreRunsShown(true)}
        onSave={() => void save()}
      />
      <div className={styles.meter}>
        {run !== undefined && <RunMeter meter={run.meter} model={run.model} simulation={run.simulation} />}
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      {unknownLesson !== undefined && run === undefined && (
        <ErrorNote
          look="notice"
          what={`There is no lesson “${unknownLesson.slice(0, SHOWN_CHARACTERS)}”.`}
          advice="Choose one under “Lessons…”."
        />
      )}
      <div className={styles.columns} data-begun={calls > 0 || isAtWork}>
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
            onPlayStory={(chosenStory) => storyPlay.getState().start(chosenStory)}
            onNew={beginRun}
            onPrepare={prepareRun}
            onSelectCall={select}
            onOpenAgent={openAgent}
            onFolder={setFolder}
          />
          <div className={styles.ask}>
            {run !== undefined && lesson === undefined && (
              <RunNotices
                run={run}
                onGoOn={goOn}
                onRaise={(limits) => void actions.setLimits(limits).then(goOn)}
                onConfirm={() => setIsDismissed(false)}
                onSay={(text) => void say(text)}
                onOpen={openRun}
                onCopy={(id) => void actions.copyRun(id)}
              />
            )}
            {run?.status.type === 'asks' && !isWatching && (
              <PermissionQuestion questions={run.status.questions} onAnswer={actions.permit} />
            )}
            {(answer?.type === 'refused' || answer?.type === 'said') && <ErrorNote look="notice" what={answer.what} />}
            {run !== undefined && <TodoList todos={run.todos} />}
            {story !== undefined && isStory ? (
              <StoryGuide
                story={story}
                days={days}
                playing={playing}
                onGoOn={() => {
                  follow();
                  setLook(undefined);
                  storyPlay.getState().goOn();
                }}
                onAgain={() => storyPlay.getState().start(story)}
                onLeave={() => storyPlay.getState().leave()}
                onShow={showStoryMoment}
              />
            ) : run !== undefined && lesson !== undefined ? (
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
                isOff={open.type === 'opening' || isWatching}
                hint={
                  isWatching
                    ? 'Another tab has this run open.'
                    : isAtWork
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
              items={items ?? NOTHING}
              lanes={lanes}
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
                teammate={teammate}
                selected={tab}
                onSelect={setTab}
                onSelectCall={select}
                agent={agent}
                onOpenAgent={setAgent}
                onFolder={setFolder}
              />
            )}
          </div>
        </div>
      </div>
      <RunsDialog
        projects={projects}
        runs={runs}
        damaged={damagedRuns + damagedProjects}
        open={run}
        asks={actions.asks}
        isOpen={areRunsShown}
        onNew={beginRun}
        onNewProject={() => {
          setAreRunsShown(false);
          void actions.beginProject();
        }}
        onNewSession={(of) => {
          setAreRunsShown(false);
          void actions.beginSession(of);
        }}
        onRename={(of, title) => void actions.renameProject(of, title)}
        onRemoveProject={(of) => void removeProject(of)}
        onShowHome={() => {
          setAreRunsShown(false);
          setIsHomeShown(true);
        }}
        onOpen={openRun}
        onRemove={(id) => void removeRun(id)}
        onClose={() => setAreRunsShown(false)}
      />
      <HomeDialog
        asks={actions.asks}
        isWatching={isWatching}
        isOpen={isHomeShown}
        onRestore={(change) => {
          setIsHomeShown(false);
          void actions.changeFiles([change]);
        }}
        onClose={() => setIsHomeShown(false)}
      />
      <DropOverlay words="Drop a folder to start a run on a copy of it." onImport={setFolder} />
      <FolderDialog
        sources={folder}
        projects={projects}
        onStart={(files, wanted) => {
          setFolder(undefined);
          const { policy, model, limits, setup } = run ?? {};
          void actions.begin({
            files,
            project: wanted,
            ...optional('policy', policy),
            ...optional('model', model),
            ...optional('limits', limits),
            ...optional('own', setup?.own),
          });
        }}
        onClose={() => setFolder(undefined)}
      />
      <ConfirmDialog
        toSend={toSend}
        limits={run?.limits}
        isOpen={!isDismissed}
        onSend={() => void actions.approve()}
        onClose={() => setIsDismissed(toSend !== undefined)}
      />
      <LessonsDialog isOpen={areLessonsShown} openId={lesson?.id} onClose={() => setAreLessonsShown(false)} />
      <WaitDialog
        passedMs={run?.passedMs ?? 0}
        isOpen={isWaitShown}
        onWait={(time) => void say(`/wait ${time}`)}
        onClose={() => setIsWaitShown(false)}
      />
      <HelpDialog isOpen={answer?.type === 'show' && answer.what === 'help'} onClose={actions.dismissAnswer} />
    </main>
  );
}
