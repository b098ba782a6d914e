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
    <Dialog title="Key of the Anthropic API" isOpen={isOpen} onClose={onClose}>
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
        It goes to the server of this page with each request, and from there to the API, and is never written down on
        the server, in a link or in an export.
      </p>
      {server?.hasKey === true && <p>The server has a key of its own, which is used while none is given here.</p>}
      {server?.upstream === 'other' && (
        <p>This server does not ask Anthropic but another address: what answers there need not be one of its models.</p>
      )}
      {key !== undefined && <p>A key is there{isKept ? ', kept for this tab' : ', until this page is left'}.</p>}
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
        Keep it for this tab, also when the page is reloaded
      </label>
      <div className={styles.buttons}>
        <Button type="submit" look="main" disabled={typed.trim() === ''}>
          Use this key
        </Button>
        {key !== undefined && <Button onClick={() => set('', false)}>Forget the key</Button>}
      </div>
    </form>
  );
}
