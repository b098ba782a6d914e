'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Tag } from '@/components/ui/tag';
import type { FileChange } from '@/lib/agent/journal/entry';
import { workspacePath } from '@/lib/agent/tools/workspace-path';
import type { ShownDefinition, ShownDefinitions } from '@/lib/agent/view/agents-view';
import { agentSources } from '@/lib/agents/agent-definition';
import { SESSION_PATH } from '@/lib/agents/agents-in';
import { counted } from '@/lib/series/words/format-number';
import { sourceTitles } from '@/lib/state/playground/agents/agent-words';
import { sourceFolder } from '@/lib/state/playground/agents/new-agent';
import styles from './agents.module.css';
import { DefinitionEditor } from './definition-editor';
import { FieldHelpTable } from './field-help-table';
import { NewAgentForm } from './new-agent-form';

interface DefinitionsProps {
  readonly definitions: ShownDefinitions;
  readonly isOurs: boolean;
  ask(path: string): Promise<string>;
  /** Returns whether it was accepted. */
  onChange(files: readonly FileChange[]): Promise<boolean>;
}

interface Opened {
  readonly path: string;
  /** Where the caret is placed. */
  readonly line: number;
}

/** [O1] [O2] The agents that there are, from low to high, with an editor for their files. */
export function Definitions({ definitions, isOurs, ask, onChange }: DefinitionsProps) {
  const { agents, overridden, problems } = definitions;
  const [opened, setOpened] = useState<Opened>();
  // Those of the opened file are below it.
  const listed = problems.filter(({ path }) => path !== opened?.path && path !== SESSION_PATH);
  const paths = new Set([...agents, ...overridden, ...problems].map(({ path }) => path));
  const openedSource = [...agents, ...overridden].find(({ path }) => path === opened?.path)?.source ?? 'project';
  return (
    <>
      <ul className={styles.rows} aria-label="Agents">
        {agents.map((agent) => (
          <Row key={agent.name} agent={agent} isShown={agent.path === opened?.path} onOpen={setOpened} />
        ))}
        {overridden.map((agent) => (
          <Row
            key={`${agent.source} ${agent.path}`}
            agent={agent}
            by={sourceTitles[agent.by]}
            isShown={agent.path !== '' && agent.path === opened?.path}
            onOpen={setOpened}
          />
        ))}
      </ul>
      {listed.length > 0 && (
        <ul className={styles.section} aria-label="Problems in files of agents">
          {listed.map(({ kind, path, line, what }) => (
            <li key={`${path} ${line} ${what}`} className={classNames(styles.muted, styles.problem)} data-kind={kind}>
              <button type="button" onClick={() => setOpened({ path, line })}>
                {path}, line {line}
              </button>
              : {what}. {kind === 'error' ? 'The agent exists once it is corrected.' : 'The agent works without it.'}
            </li>
          ))}
        </ul>
      )}
      {isOurs && (
        <NewAgentForm
          definitions={definitions}
          onAdd={async ({ path, text }) => {
            if (await onChange([{ path: placeOf(path), text }])) setOpened({ path, line: 1 });
          }}
        />
      )}
      {opened !== undefined && paths.has(opened.path) && (
        <DefinitionEditor
          key={`${opened.path} ${opened.line}`}
          path={opened.path}
          line={opened.line}
          source={openedSource}
          isOurs={isOurs}
          skills={definitions.skills}
          ask={() => ask(placeOf(opened.path))}
          onSave={(text) => onChange([{ path: placeOf(opened.path), text }])}
          onDelete={async () => {
            if (await onChange([{ path: placeOf(opened.path), text: null }])) setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      <details>
        <summary className={styles.muted}>Sources and fields</summary>
        <div className={styles.section}>
          <p className={styles.muted}>
            Of agents with one name, the one of the highest source counts. From low to high:
          </p>
          <ol className={styles.facts} aria-label="Sources, from low to high">
            {agentSources.map((source) => (
              <li key={source}>
                {sourceTitles[source]}: <code>{sourceFolder(source)}</code>
              </li>
            ))}
          </ol>
          <FieldHelpTable />
        </div>
      </details>
    </>
  );
}

/** In a run, from the path that the agent knows. */
function placeOf(full: string): string {
  const place = workspacePath(full);
  return place.ok ? place.value : full;
}

interface RowProps {
  readonly agent: ShownDefinition;
  /** What overrides it. */
  readonly by?: string;
  readonly isShown: boolean;
  onOpen(opened: Opened): void;
}

function Row({ agent, by, isShown, onOpen }: RowProps) {
  const { name, description, source, path, tools, unknownTools, model, memory, color, isBackground } = agent;
  const { effort, skills, isIsolated } = agent;
  return (
    <li className={classNames(styles.row, by !== undefined && styles.overridden)} data-shown={isShown}>
      <div>
        <p className={styles.head}>
          {color !== undefined && <span className={styles.color} data-color={color} title={color} />}
          <span className={styles.name}>{name}</span>
          <Tag title={path === '' ? sourceFolder(source) : path}>{sourceTitles[source]}</Tag>
          {by !== undefined && <span className={styles.muted}>overridden by {by}</span>}
        </p>
        <p>{description}</p>
        {by === undefined && (
          <p className={styles.facts}>
            <span title={tools.join(', ')}>{tools.length === 0 ? 'no tools' : counted(tools.length, 'tool')}</span>
            <span>model: {model}</span>
            {effort !== undefined && <span>effort: {effort}</span>}
            {memory !== undefined && <span>memory: {memory}</span>}
            {skills.length > 0 && <span>skills: {skills.join(', ')}</span>}
            {isIsolated && <span>on a copy of the files</span>}
            {isBackground && <span>in the background</span>}
            {unknownTools.length > 0 && <span className={styles.error}>no tools: {unknownTools.join(', ')}</span>}
          </p>
        )}
      </div>
      {path !== '' && path !== SESSION_PATH && (
        <Button aria-label={`Edit ${name} (${sourceTitles[source]})`} onClick={() => onOpen({ path, line: 1 })}>
          Edit
        </Button>
      )}
    </li>
  );
}
