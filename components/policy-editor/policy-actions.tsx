'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { Policy } from '@/lib/policies/shape/policy';
import { ClaudeCodeSettings } from './exchange/claude-code-settings';
import { ExportPolicy } from './exchange/export-policy';
import { ImportPolicy } from './exchange/import-policy';
import { ReadEnvironment } from './exchange/read-environment';
import styles from './policy-actions.module.css';

interface PolicyActionsProps {
  readonly policy: Policy;
  onChoose(policy: Policy): void;
}

type Action = 'import' | 'export' | 'claude-code';

export function PolicyActions({ policy, onChoose }: PolicyActionsProps) {
  const [open, setOpen] = useState<Action>();
  const close = () => setOpen(undefined);
  return (
    <div className={styles.actions}>
      <Button look="quiet" onClick={() => setOpen('import')}>
        Import…
      </Button>
      <Button look="quiet" onClick={() => setOpen('export')}>
        Export…
      </Button>
      <Button look="quiet" onClick={() => setOpen('claude-code')}>
        Claude Code…
      </Button>
      <Dialog title="Import policy" isOpen={open === 'import'} onClose={close}>
        <ImportPolicy
          onTaken={(taken) => {
            onChoose(taken);
            close();
          }}
        />
        <ReadEnvironment policy={policy} onTaken={onChoose} />
      </Dialog>
      <Dialog title="Export policy" isOpen={open === 'export'} onClose={close}>
        <ExportPolicy policy={policy} />
      </Dialog>
      <Dialog title="As Claude Code settings" isOpen={open === 'claude-code'} onClose={close}>
        <ClaudeCodeSettings policy={policy} />
      </Dialog>
    </div>
  );
}
