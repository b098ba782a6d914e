'use client';

import { type ReactNode, useId, useState } from 'react';
import { RuleName } from '@/components/rules/rule-name';
import { ErrorNote } from '@/components/ui/error-note';
import type { FileChange } from '@/lib/agent/journal/entry';
import type { ShownSource } from '@/lib/agent/view/hooks-view';
import type { RunView } from '@/lib/agent/view/run-view';
import { withPermission } from '@/lib/hooks/edit-settings';
import type { PermissionEffect } from '@/lib/hooks/permissions';
import { settingsPlaces } from '@/lib/hooks/settings-source';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { HookList } from './hook-list';
import { HookLog } from './hook-log';
import styles from './hooks.module.css';
import { PermissionTable } from './permission-table';
import { SettingsHelp } from './settings-help';
import { SourceEditor } from './source-editor';

interface HooksTabProps {
  readonly run: Pick<RunView, 'hooks' | 'files' | 'role'>;
  readonly asks: Pick<RunAsks, 'fileText' | 'tryHook'>;
  onChange(files: readonly FileChange[]): Promise<boolean>;
  onSession(text: string): void;
  onSelectCall(call: number): void;
}

/** [H] Settings, what they allow, and what each hook did. */
export function HooksTab({ run, asks, onChange, onSession, onSelectCall }: HooksTabProps) {
  const { hooks: view, files } = run;
  const [opened, setOpened] = useState<string>('session');
  const [problem, setProblem] = useState<string>();
  const isOurs = run.role === 'runs';
  const shown = view.sources.find((source) => idOf(source) === opened) ?? view.sources.at(-1);
  const entry = files.find(({ path }) => path === shown?.path);
  const permit = (tool: string, effect: PermissionEffect | undefined) => {
    const text = withPermission(view.session, tool, effect);
    setProblem(text.ok ? undefined : text.error);
    if (text.ok) onSession(text.value);
  };
  const { sums } = view;
  return (
    <div className={styles.tab}>
      <dl className={styles.sums}>
        <Sum title="Hooks run" value={exactNumber(sums.runs)} />
        <Sum title="Calls and prompts blocked" value={exactNumber(sums.blocked)} />
        <Sum title="Tokens added" value={exactNumber(sums.tokens)} />
        <Sum title="Time" value={`${exactNumber(sums.tookMs)} ms`} />
      </dl>
      <Section
        title="Settings"
        explains={
          <>
            Read in this order, before each event. <RuleName rule="H2" /> <RuleName rule="H3" />
          </>
        }
      >
        <fieldset className={styles.sources}>
          <legend className="visually-hidden">Source</legend>
          {view.sources.map((source) => (
            <button
              key={idOf(source)}
              type="button"
              aria-pressed={source === shown}
              onClick={() => setOpened(idOf(source))}
            >
              {settingsPlaces[source.source].title}
              <span className={styles.muted}>{stateOf(source)}</span>
            </button>
          ))}
        </fieldset>
        {shown !== undefined && (
          <SourceEditor
            key={idOf(shown)}
            source={shown}
            file={entry}
            session={view.session}
            isOff={!isOurs}
            ask={asks.fileText}
            onSave={async (text) => {
              if (shown.path !== undefined) return onChange([{ path: shown.path, text: text === '' ? null : text }]);
              onSession(text);
              return true;
            }}
          />
        )}
        <SettingsHelp />
      </Section>
      <Section
        title={counted(view.hooks.length, 'hook')}
        explains={
          <>
            In the order in which they run. <RuleName rule="H1" />
          </>
        }
      >
        <HookList hooks={view.hooks} ask={isOurs ? asks.tryHook : undefined} />
      </Section>
      <Section
        title="Permissions"
        explains={
          <>
            What a tool may do. A choice here is a rule of the session. <RuleName rule="H1" />
          </>
        }
      >
        {problem !== undefined && <ErrorNote what="Could not change the settings of the session." advice={problem} />}
        <PermissionTable
          permissions={view.permissions}
          granted={view.granted}
          session={view.session}
          onChoose={isOurs ? permit : undefined}
        />
      </Section>
      <Section title="Log" explains="The latest first: what each hook was told, how it ended, and what followed.">
        <HookLog log={view.log} onSelectCall={onSelectCall} />
      </Section>
    </div>
  );
}

function idOf({ source, path }: ShownSource): string {
  return path ?? source;
}

function stateOf({ hooks, rules, problems, isThere }: ShownSource): string {
  const errors = problems.filter(({ level }) => level === 'error').length;
  if (errors > 0) return counted(errors, 'error');
  if (!isThere) return 'none';
  return String(hooks + rules);
}

function Sum({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly explains: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, explains, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.muted}>{explains}</p>
      {children}
    </section>
  );
}
