import { useStore } from 'zustand';
import { ModelOptions } from '@/components/api/model-options';
import { firstModel, useModels } from '@/components/api/models';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import { TextField } from '@/components/prompts/editor/text-field';
import forms from '@/components/ui/forms.module.css';
import { summaryPrompts } from '@/lib/prompts/index';
import { exactNumber } from '@/lib/series/words/format-number';
import {
  type ColumnSource,
  focusOf,
  LONGEST_FOCUS,
  MAX_OUTPUT,
  MIN_OUTPUT,
  type ModelSource,
  withFocus,
} from '@/lib/state/prompts/prompts-link';
import type { NearSummary } from '@/lib/worker/engine/compaction-messages';
import { promptLibrary, prompts } from '../stores/prompt-stores';
import styles from './column-source-fields.module.css';
import { usualModelSource } from './usual-source';

interface ColumnSourceFieldsProps {
  readonly source: ColumnSource;
  readonly sessionModel: string | undefined;
  onChange(source: ColumnSource): void;
}

const outputScale = { min: MIN_OUTPUT, max: MAX_OUTPUT, step: 500, isLogarithmic: true };

/** The source of a column's summary. */
export function ColumnSourceFields({ source, sessionModel, onChange }: ColumnSourceFieldsProps) {
  const { prompts: own, runs } = useStore(promptLibrary);
  const models = useModels();
  const kept = source.type === 'kept' ? runs.find(({ id }) => id === source.run) : undefined;
  const keptFocus = kept?.writer.focus;
  const near = useStore(prompts, ({ point }) => point?.recordedSummary);
  const isBorrowed = source.type === 'recorded' && source.isBorrowed === true;
  const choose = (value: string) => {
    const focus = focusOf(source) ?? '';
    if (value === 'recorded') onChange({ type: 'recorded' });
    else if (value === 'borrowed') onChange({ type: 'recorded', isBorrowed: true });
    else if (value === 'offline') onChange(withFocus({ type: 'offline' }, focus));
    else if (value.startsWith('kept ')) onChange({ type: 'kept', run: value.slice('kept '.length) });
    else {
      const before = source.type === 'model' ? source : usualModelSource(firstModel(models, sessionModel));
      onChange(withFocus({ ...before, prompt: value.slice('prompt '.length) }, focus));
    }
  };
  return (
    <div className={styles.fields}>
      <div className={styles.row} data-fields={source.type}>
        <label className={forms.field}>
          Summary source
          <select value={optionOf(source)} onChange={(event) => choose(event.target.value)}>
            <optgroup label="Without a model">
              <option value="recorded">{recordedTitle(near)}</option>
              {(isBorrowed || near?.isOwn === false) && (
                <option value="borrowed">
                  {near === undefined
                    ? 'Borrowed'
                    : `Borrowed from the compaction before call ${exactNumber(near.call + 1)}`}
                </option>
              )}
              <option value="offline">Offline (extracted by rules)</option>
            </optgroup>
            <Prompts label="Model, preset prompt" prompts={summaryPrompts} />
            {own.length > 0 && <Prompts label="Model, custom prompt" prompts={own} />}
            {runs.length > 0 && (
              <optgroup label="Saved runs">
                {runs.map(({ id, writer, call, atMs }) => (
                  <option key={id} value={`kept ${id}`}>
                    {writer.promptTitle}, {writer.model}, call {exactNumber(call + 1)},{' '}
                    {new Date(atMs).toLocaleString()}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>
        {source.type === 'model' && <ModelFields source={source} onChange={onChange} />}
        {(source.type === 'model' || source.type === 'offline') && (
          <FocusField
            focus={source.focus ?? ''}
            isLive={source.type === 'model'}
            onChange={(focus) => onChange(withFocus(source, focus))}
          />
        )}
      </div>
      {source.type === 'recorded' && <p className={forms.muted}>Recorded summaries cannot be given a focus.</p>}
      {keptFocus !== undefined && <p className={forms.muted}>Focus: “{keptFocus}”.</p>}
    </div>
  );
}

interface PromptsProps {
  readonly label: string;
  readonly prompts: readonly { readonly id: string; readonly title: string }[];
}

function Prompts({ label, prompts }: PromptsProps) {
  return (
    <optgroup label={label}>
      {prompts.map(({ id, title }) => (
        <option key={id} value={`prompt ${id}`}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

interface ModelFieldsProps {
  readonly source: ModelSource;
  onChange(source: ModelSource): void;
}

function ModelFields({ source, onChange }: ModelFieldsProps) {
  return (
    <>
      <label className={forms.field}>
        Model
        <select value={source.model} onChange={(event) => onChange({ ...source, model: event.target.value })}>
          <ModelOptions chosen={source.model} />
        </select>
      </label>
      <div className={forms.field}>
        <span aria-hidden="true">Max output</span>
        <NumberField
          label="Max output, tokens"
          value={source.maxTokens}
          scale={outputScale}
          isLive
          onChange={(typed) => {
            if (typeof typed !== 'number' || typed < MIN_OUTPUT || typed > MAX_OUTPUT) {
              return `must be a number from ${exactNumber(MIN_OUTPUT)} to ${exactNumber(MAX_OUTPUT)}`;
            }
            onChange({ ...source, maxTokens: Math.round(typed) });
            return undefined;
          }}
        />
      </div>
    </>
  );
}

/** [K16] */
function recordedTitle(near: NearSummary | undefined): string {
  return near?.isOwn === false ? 'Recorded (none here)' : 'Recorded (the session’s own summary)';
}

function optionOf(source: ColumnSource): string {
  if (source.type === 'recorded' && source.isBorrowed === true) return 'borrowed';
  if (source.type === 'kept') return `kept ${source.run}`;
  return source.type === 'model' ? `prompt ${source.prompt}` : source.type;
}

interface FocusFieldProps {
  readonly focus: string;
  /** By rules, each focus writes another summary at once, so those wait until it is whole. */
  readonly isLive: boolean;
  onChange(focus: string): void;
}

/** The focus after `/compact`. Each one gives another summary. */
function FocusField({ focus, isLive, onChange }: FocusFieldProps) {
  return (
    <TextField
      label="Focus (optional)"
      value={focus}
      placeholder="What the summary should focus on"
      maxLength={LONGEST_FOCUS}
      isLive={isLive}
      onChange={(typed) => {
        onChange(typed);
        return undefined;
      }}
    />
  );
}
