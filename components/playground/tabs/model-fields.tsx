'use client';

import { useState } from 'react';
import { useApiAccess } from '@/components/api/api-stores';
import { KeyDialog } from '@/components/api/key-dialog';
import { MissingAccess } from '@/components/api/missing-access';
import { ModelOptions } from '@/components/api/model-options';
import { useHasKey } from '@/components/api/use-has-key';
import { NumberField } from '@/components/policy-editor/fields/number-field';
import { Button } from '@/components/ui/button';
import forms from '@/components/ui/forms.module.css';
import type { ModelChoice } from '@/lib/agent/journal/entry';
import { providerOf } from '@/lib/economics/model-provider';
import { modelFor } from '@/lib/economics/model-table';
import { layers } from '@/lib/layers/index';
import type { Policy } from '@/lib/policies/shape/policy';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './fields.module.css';

interface ModelFieldsProps {
  readonly model: ModelChoice;
  readonly policy: Policy;
  onModel(model: ModelChoice): void;
}

/** The model of the run. */
export function ModelFields({ model, policy, onModel }: ModelFieldsProps) {
  const [isKeyShown, setIsKeyShown] = useState(false);
  const hasKey = useHasKey();
  const id = model.type === 'api' ? model.id : '';

  useApiAccess();

  const choose = (chosen: string) => {
    if (chosen === '') onModel({ type: 'scripted' });
    else if (model.type === 'api' && providerOf(chosen) === 'anthropic') onModel({ ...model, id: chosen });
    else onModel({ type: 'api', id: chosen, thinks: false, serverClears: false });
  };
  return (
    <div className={styles.fields}>
      <div className={styles.row}>
        <label className={forms.field}>
          Model
          <select value={id} onChange={({ target }) => choose(target.value)}>
            <option value="">Scripted (offline, deterministic)</option>
            <ModelOptions chosen={id} />
          </select>
        </label>
        <div className={forms.field}>
          <span>Key</span>
          <Button onClick={() => setIsKeyShown(true)}>{hasKey ? 'Key: set' : 'Key: not set'}</Button>
        </div>
      </div>
      {model.type === 'api' && providerOf(id) === 'anthropic' && (
        <ServerOptions model={model} policy={policy} onModel={onModel} />
      )}
      {model.type === 'api' && modelFor(id).prices === undefined && (
        <p className={forms.muted}>The price of this model is unknown, so the cost limit has no effect.</p>
      )}
      {model.type === 'api' && <MissingAccess models={[id]} otherwise=", or choose the scripted model" />}
      <KeyDialog isOpen={isKeyShown} onClose={() => setIsKeyShown(false)} />
    </div>
  );
}

interface ServerOptionsProps extends Omit<ModelFieldsProps, 'model'> {
  readonly model: Extract<ModelChoice, { readonly type: 'api' }>;
}

/** The API's minimum for compaction. */
const MIN_COMPACTS_FROM = 50_000;
/** The API's default. */
const USUAL_COMPACTS_FROM = 150_000;
const compactScale = { min: MIN_COMPACTS_FROM, max: 1_000_000, step: 10_000, isLogarithmic: true };

/** Layers whose work the API can do. */
const clearingTitles = Object.values(layers)
  .flatMap(({ title, contextEditing }) => (contextEditing === undefined ? [] : `“${title}”`))
  .join(' or ');

function ServerOptions({ model, policy, onModel }: ServerOptionsProps) {
  const { serverCompactsFrom, ...rest } = model;
  const hasClearing = policy.layers.some(({ layer, isOn }) => isOn && layers[layer].contextEditing !== undefined);
  return (
    <fieldset className={styles.checks}>
      <legend className="visually-hidden">API features</legend>
      <label className={forms.check}>
        <input
          type="checkbox"
          checked={model.thinks}
          onChange={({ target }) => onModel({ ...model, thinks: target.checked })}
        />
        Extended thinking
      </label>
      <label className={forms.check}>
        <input
          type="checkbox"
          checked={model.serverClears}
          onChange={({ target }) => onModel({ ...model, serverClears: target.checked })}
        />
        Clear old tool uses on the server
        {!hasClearing && ` (requires ${clearingTitles} in the policy)`}
      </label>
      <label className={forms.check}>
        <input
          type="checkbox"
          checked={serverCompactsFrom !== undefined}
          onChange={({ target }) =>
            onModel(target.checked ? { ...rest, serverCompactsFrom: USUAL_COMPACTS_FROM } : rest)
          }
        />
        Compact on the server
      </label>
      {serverCompactsFrom !== undefined && (
        <div className={forms.field}>
          <span aria-hidden="true">Starting at (tokens)</span>
          <NumberField
            label="Compact on the server, starting at (tokens)"
            value={serverCompactsFrom}
            scale={compactScale}
            onChange={(typed) => {
              if (typeof typed !== 'number' || typed < MIN_COMPACTS_FROM) {
                return `must be a number from ${exactNumber(MIN_COMPACTS_FROM)}`;
              }
              onModel({ ...rest, serverCompactsFrom: Math.round(typed) });
              return undefined;
            }}
          />
        </div>
      )}
    </fieldset>
  );
}
