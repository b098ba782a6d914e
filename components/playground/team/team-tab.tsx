'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Choice } from '@/components/messages/choice';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { FileChange } from '@/lib/agent/journal/entry';
import { TEAM_ROOT } from '@/lib/agent/tools/memory-files';
import { HOME } from '@/lib/agent/tools/workspace-path';
import type { RunView } from '@/lib/agent/view/run-view';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { configWithRemote, MADE_UP_REMOTE } from '@/lib/state/playground/team/team-words';
import { type Teammate, whyNotWritten } from '@/lib/state/playground/team/teammate';
import type { TeamMemberView, TeamPlace } from '@/lib/team/team-driver';
import type { TeamFault } from '@/lib/team/team-faults';
import { MemberCard } from './member-card';
import { RequestLog } from './request-log';
import { ServerCard } from './server-card';
import styles from './team.module.css';

interface TeamTabProps extends Pick<RunView, 'team' | 'role'> {
  /** The agent is told of its memory. */
  readonly knows: boolean;
  readonly teammate: StoreApi<Teammate>;
  readonly ask: RunAsks['fileText'];
  onChange(files: readonly FileChange[]): Promise<boolean>;
  onSync(does: 'pull' | 'push'): void;
  onFault(fault: TeamFault | undefined): void;
  /** It was chosen where the server is. */
  onPlace(): void;
}

/** [U2] What the team of a workspace shares. */
export function TeamTab({ team, role, ...actions }: TeamTabProps) {
  if (role !== 'runs' || team === undefined) {
    return (
      <div className={styles.tab}>
        <p className={styles.muted}>
          Another tab has this run open, and keeps the folder of its team in step with the server.
        </p>
      </div>
    );
  }
  if (team.team === undefined) return <NoTeam onChange={actions.onChange} />;
  return <Team team={team} name={team.team} {...actions} />;
}

function NoTeam({ onChange }: Pick<TeamTabProps, 'onChange'>) {
  return (
    <div className={styles.tab}>
      <p>This workspace names no remote repository, so its memory is shared with nobody.</p>
      <p className={styles.muted}>
        Everybody who works on a repository can share part of its memory: the folder {shownRoot}, kept in step with a
        server. The repository is known by the remote in .git/config.
      </p>
      <div className={styles.buttons}>
        <Button
          look="main"
          onClick={() => void onChange([{ path: '.git/config', text: configWithRemote(MADE_UP_REMOTE) }])}
        >
          Name a remote repository
        </Button>
      </div>
      <p className={styles.muted}>It adds .git/config with {MADE_UP_REMOTE}, which is made up.</p>
    </div>
  );
}

const shownRoot = TEAM_ROOT.replace(HOME, '~');
const LOOK_EVERY_MS = 3_000;
const places: Readonly<Record<TeamPlace, string>> = { page: 'In this browser', shared: 'Shared server' };

interface TeamProps extends Omit<TeamTabProps, 'team' | 'role'> {
  readonly team: TeamMemberView;
  readonly name: string;
}

function Team({ team, name, knows, teammate, ask, onChange, onSync, onFault, onPlace }: TeamProps) {
  const { place, view, texts, server, problem } = useStore(teammate);
  const robin = teammate.getState();
  const [isEmptied, setIsEmptied] = useState(false);
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void robin.look();
  });
  useEffect(() => void robin.open(name), [name, robin.open]);
  const sent = team.requests.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever this run has asked the server
  useEffect(() => look(), [sent]);
  useEffect(() => {
    // Members in other tabs and browsers change it, too.
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const write = async (key: string, text: string): Promise<string | undefined> => {
    const why = whyNotWritten(key, text);
    if (why !== undefined) return why;
    const isTaken = await onChange([{ path: `${TEAM_ROOT}/${key}`, text }]);
    return isTaken ? undefined : 'Could not save: the reason is above the prompt box.';
  };
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <p>
          Team of <span className={styles.data}>{name}</span>
        </p>
        <Choice
          label="Server of the team"
          options={places}
          value={place}
          onChoose={(chosen) => {
            robin.choosePlace(chosen);
            onPlace();
          }}
        />
      </div>
      <p className={styles.muted}>
        {place === 'page'
          ? 'The server runs in this browser, for all its tabs. Nothing leaves it.'
          : 'The server is the one that this page comes from: other browsers that open it share the team. It forgets everything when it ends.'}{' '}
        Files: {shownRoot}
      </p>
      {problem !== undefined && <ErrorNote look="notice" what={problem} />}
      <div className={styles.members}>
        <ServerCard
          server={server}
          isEmptied={isEmptied}
          onEmpty={
            place === 'page'
              ? () => {
                  setIsEmptied(true);
                  void robin.empty();
                }
              : undefined
          }
        />
        <MemberCard
          title="You"
          about={
            knows
              ? 'The agent of this run, and you.'
              : 'You. The agent of this run does not know of it: its policy saves no memories. Turn them on in the tab Memory.'
          }
          owner="Your"
          view={team}
          textOf={(key) => ask(`${TEAM_ROOT}/${key}`)}
          onWrite={write}
          onRemove={(key) => void onChange([{ path: `${TEAM_ROOT}/${key}`, text: null }])}
          onPull={() => onSync('pull')}
          onPush={() => onSync('push')}
          onFault={onFault}
        />
        {view !== undefined && (
          <MemberCard
            title="Robin"
            about="A teammate without an agent: you write for them."
            owner="Robin’s"
            view={view}
            textOf={async (key) => texts[key] ?? ''}
            onWrite={async (key, text) => robin.write(key, text)}
            onRemove={robin.remove}
            onPull={() => void robin.pull()}
            onPush={() => void robin.push()}
            onFault={robin.meet}
            onSession={() => void robin.beginSession()}
          />
        )}
      </div>
      <RequestLog you={team.requests} robin={view?.requests ?? []} />
      <p className={styles.muted}>
        † Our own choice, where products do not say: 250 KB a file, 500 files, 30 seconds a request; and what a member
        has not changed is never sent over what another has.
      </p>
    </div>
  );
}
