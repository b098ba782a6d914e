'use client';

import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import forms from '@/components/ui/forms.module.css';
import type { OwnSetup } from '@/lib/agent/journal/entry';
import type { RunView } from '@/lib/agent/view/run-view';
import fields from './fields.module.css';
import tabs from './tabs.module.css';

interface SetupTabProps {
  readonly run: Pick<RunView, 'setup' | 'model' | 'role'>;
  onSetUp(own: OwnSetup): void;
  onStart(task: string): void;
  /** On the current files, with the same setup, policy and model. */
  onNew(own: OwnSetup): void;
}

/** What every request of the run starts with, its tools, and the prompt to begin with. */
export function SetupTab({ run: { setup, model, role }, onSetUp, onStart, onNew }: SetupTabProps) {
  const { usualSystem, toolNames, isFixed } = setup;
  /** Until the agent confirms it: what it said before would make a control jump back. */
  const [sent, setSent] = useState<OwnSetup>();
  const own = sent ?? setup.own;
  const [next, setNext] = useState<OwnSetup>();
  /** What was typed is taken when its field is left: each change before would be an entry of the run. */
  const [typed, setTyped] = useState<Typed>({});
  const off = new Set(own.toolsOff ?? []);
  const shown = next ?? own;
  const isChanged = next !== undefined && isFixed;
  const isOurs = role === 'runs';

  useEffect(() => {
    if (sent !== undefined && JSON.stringify(sent) === JSON.stringify(setup.own)) setSent(undefined);
  }, [sent, setup.own]);

  const setUp = (changed: OwnSetup) => {
    setSent(changed);
    onSetUp(changed);
  };
  /** What cannot change in this run any more waits for the next one. */
  const change = (changed: OwnSetup) => {
    if (isFixed) setNext(changed);
    else setUp(changed);
  };
  const take = (name: keyof Typed, text: string | undefined) => {
    if (text !== undefined) change(withText(shown, name, text, usualSystem));
    setTyped({});
  };
  const area = (name: keyof Typed, usual = '') => ({
    value: typed[name] ?? shown[name] ?? usual,
    onType: (text: string) => setTyped({ [name]: text }),
    onLeave: () => take(name, typed[name]),
  });
  const task = (typed.task ?? shown.task ?? '').trim();
  return (
    <fieldset className={tabs.tab} disabled={!isOurs} aria-label="Setup">
      <p className={tabs.muted}>
        {isFixed
          ? 'This run has started: its system prompt and instructions stay as they are, and changes to them are for a new run. Tools can be turned off at any time.'
          : 'Kept with the run, exported with it, and used again for the next one.'}
        {model.type === 'scripted' &&
          ' The script does not follow the system prompt or the instructions; a model does.'}
      </p>
      <Area label="Task" rows={2} placeholder="The prompt to begin with" {...area('task')} />
      <Area
        label="Instructions"
        rows={6}
        placeholder="Like a CLAUDE.md or AGENTS.md: sent after the system prompt"
        {...area('instructions')}
      />
      <Area label="System prompt" rows={8} placeholder="No system prompt" {...area('system', usualSystem)} />
      <p className={tabs.muted}>
        {shown.system === undefined
          ? 'A text of your own here replaces all sections of the System tab. There, single sections can be edited or switched off.'
          : 'It replaces the sections of the System tab.'}
      </p>
      <div className={tabs.bar}>
        {!isFixed && (
          <Button look="main" disabled={task === ''} onClick={() => onStart(task)}>
            Start the task
          </Button>
        )}
        {isFixed && (
          <Button look={isChanged ? 'main' : 'plain'} onClick={() => onNew(shown)}>
            New run with this setup
          </Button>
        )}
        <Button
          disabled={shown.system === undefined}
          onClick={() => {
            const { system: _, ...rest } = shown;
            change(rest);
          }}
        >
          Reset system prompt
        </Button>
        {isChanged && <Button onClick={() => setNext(undefined)}>Discard changes</Button>}
      </div>
      <fieldset className={fields.checks}>
        <legend>Tools</legend>
        <p className={tabs.muted}>
          {isFixed
            ? 'From the next call on. A tool that is turned off now stays in the request, so that the cache is kept, but is refused.'
            : 'A tool that is turned off is not sent to the model.'}
        </p>
        {toolNames.map((name) => (
          <label key={name} className={forms.check}>
            <input
              type="checkbox"
              checked={!off.has(name)}
              onChange={({ target }) => {
                const toolsOff = target.checked ? [...off].filter((each) => each !== name) : [...off, name];
                setUp({ ...own, toolsOff });
                setNext((before) => before && { ...before, toolsOff });
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </fieldset>
  );
}

type Typed = { readonly [Name in 'task' | 'instructions' | 'system']?: string };

/** An empty system prompt is one, too: only our own is the usual one. */
function withText(own: OwnSetup, name: keyof Typed, text: string, usualSystem: string): OwnSetup {
  const { [name]: _, ...rest } = own;
  return text === (name === 'system' ? usualSystem : '') ? rest : { ...rest, [name]: text };
}

interface AreaProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly placeholder: string;
  onType(text: string): void;
  onLeave(): void;
}

function Area({ label, rows, value, placeholder, onType, onLeave }: AreaProps) {
  const id = useId();
  return (
    <div className={forms.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={fields.area}
        rows={rows}
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onBlur={onLeave}
      />
    </div>
  );
}
