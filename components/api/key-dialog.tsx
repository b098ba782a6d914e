import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import styles from '@/components/ui/forms.module.css';
import { apiAccess, apiKey } from './api-stores';

interface KeyDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function KeyDialog({ isOpen, onClose }: KeyDialogProps) {
  return (
    <Dialog title="Anthropic API key" isOpen={isOpen} onClose={onClose}>
      <KeyForm onClose={onClose} />
    </Dialog>
  );
}

function KeyForm({ onClose }: Pick<KeyDialogProps, 'onClose'>) {
  const { key, isKept, set } = useStore(apiKey);
  const { server, failure } = useStore(apiAccess);
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
      </p>
      {server?.hasKey === true && <p>The server has its own key. It is used unless you enter one here.</p>}
      {server?.upstream === 'other' && (
        <p>
          This server forwards requests to an address other than Anthropic’s, so answers may not come from Anthropic
          models.
        </p>
      )}
      {key !== undefined && <p>Key set{isKept ? ', kept for this tab' : ', until you leave this page'}.</p>}
      {failure !== undefined && <ErrorNote {...failure} />}
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
