'use client';

import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { writePolicy } from '@/lib/policies/parse-policy';
import type { Policy } from '@/lib/policies/shape/policy';
import { policyFile } from '@/lib/state/policy/policy-file';
import { CodeBlock } from './code-block';
import { CopyButton } from './copy-button';
import styles from './policy-dialogs.module.css';

export function ExportPolicy({ policy }: { readonly policy: Policy }) {
  const text = writePolicy(policy);
  return (
    <div className={styles.form}>
      <div className={styles.buttons}>
        <Button
          look="main"
          onClick={() => {
            const { name, content } = policyFile(policy);
            saveFile(name, content);
          }}
        >
          <Icon name="download" /> Download
        </Button>
        <CopyButton text={text} />
      </div>
      <CodeBlock label="Policy JSON" text={text} />
    </div>
  );
}
