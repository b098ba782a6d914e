import { useState } from 'react';
import { useStore } from 'zustand';
import { preferences } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import styles from '@/components/ui/forms.module.css';
import { counted } from '@/lib/series/words/format-number';
import type { Provider } from '@/lib/transcript/validate-request';
import { apiAccess, apiKeys, currentKeys } from './api-stores';
import { useIsAvailable } from './use-has-key';

interface KeyDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function KeyDialog({ isOpen, onClose }: KeyDialogProps) {
  return (
    <Dialog title="API key" isOpen={isOpen} onClose={onClose}>
      <KeyForms onClose={onClose} />
    </Dialog>
  );
}

const apis = [
  { provider: 'anthropic', title: 'Anthropic' },
  { provider: 'openai', title: 'OpenAI-compatible server' },
] as const;

function KeyForms({ onClose }: Pick<KeyDialogProps, 'onClose'>) {
  const hasAnthropic = useIsAvailable('anthropic');
  const hasOpenAI = useIsAvailable('openai');
  // Only when it opens: what becomes available later must not take away what is being typed.
  const [provider, setProvider] = useState<Provider>(hasOpenAI && !hasAnthropic ? 'openai' : 'anthropic');
  return (
    <div className={styles.form}>
      <fieldset className={styles.buttons}>
        <legend className="visually-hidden">API</legend>
        {apis.map(({ provider: each, title }) => (
          <label key={each} className={styles.check}>
            <input type="radio" name="api" checked={provider === each} onChange={() => setProvider(each)} />
            {title}
          </label>
        ))}
      </fieldset>
      {provider === 'anthropic' ? <AboutAnthropic /> : <AboutCompatible />}
      <KeyForm key={provider} provider={provider} onClose={onClose} />
    </div>
  );
}

function AboutAnthropic() {
  const { server, failure } = useStore(apiAccess);
  return (
    <>
      {server?.hasKey === true && <p>The server has its own key. It is used unless you enter one here.</p>}
      {server?.upstream === 'other' && (
        <p>
          This server forwards requests to an address other than Anthropic’s, so answers may not come from Anthropic
          models.
        </p>
      )}
      {failure !== undefined && <ErrorNote {...failure} />}
    </>
  );
}

function AboutCompatible() {
  const { server, compatible, look } = useStore(apiAccess);
  const { openaiIsFree, set } = useStore(preferences);
  const { models, failure } = compatible;
  return (
    <>
      {server?.openai.upstream === 'default' ? (
        <p>
          Requests go to OpenAI. For Gemini, Ollama, llama.cpp or another server, start Highwater with OPENAI_BASE_URL
          set to its address.
        </p>
      ) : (
        <p>Requests go to the address set by OPENAI_BASE_URL on Highwater’s server.</p>
      )}
      {server?.openai.hasKey === true && <p>The server has its own key. It is used unless you enter one here.</p>}
      {models !== undefined && <p>{counted(models.length, 'model')} available.</p>}
      {failure !== undefined && (
        <ErrorNote {...failure} look="notice">
          <Button onClick={() => void look(currentKeys())}>Try again</Button>
        </ErrorNote>
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={openaiIsFree}
          onChange={({ target }) => set({ openaiIsFree: target.checked })}
        />
        Its models are free, for example on your own machine
      </label>
    </>
  );
}

interface KeyFormProps extends Pick<KeyDialogProps, 'onClose'> {
  readonly provider: Provider;
}

function KeyForm({ provider, onClose }: KeyFormProps) {
  const { key, isKept, set } = useStore(apiKeys[provider]);
  const [typed, setTyped] = useState('');
  const [keeps, setKeeps] = useState(isKept);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        set(typed, keeps);
        onClose();
      }}
    >
      <p>
        The key is sent with each request to this page’s server, which forwards it to the API. It is never stored on the
        server or included in links and exports.
        {provider === 'openai' && ' Servers on your own machine usually need none.'}
      </p>
      {key !== undefined && <p>Key set{isKept ? ', kept for this tab' : ', until you leave this page'}.</p>}
      <label className={styles.field}>
        Key
        <input
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
        Keep for this tab, across reloads
      </label>
      <div className={styles.buttons}>
        <Button type="submit" look="main" disabled={typed.trim() === ''}>
          Use key
        </Button>
        {key !== undefined && <Button onClick={() => set('', false)}>Remove key</Button>}
      </div>
    </form>
  );
}
