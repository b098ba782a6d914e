import { claudeCodeSettings } from '@/lib/policies/claude-code/claude-code-environment';
import type { Policy } from '@/lib/policies/shape/policy';
import { environmentText, settingsText } from '@/lib/state/policy/claude-code-text';
import { CodeBlock } from './code-block';
import { CopyButton } from './copy-button';
import styles from './policy-dialogs.module.css';

export function ClaudeCodeSettings({ policy }: { readonly policy: Policy }) {
  const settings = claudeCodeSettings(policy);
  const variables = environmentText(settings);
  const file = settingsText(settings);
  return (
    <div className={styles.form}>
      <p>Closest match: {settings.version}. Anything not listed is its default behaviour.</p>
      {file === '{}' ? (
        <p>No variables needed: these are the defaults.</p>
      ) : (
        <>
          {variables !== '' && (
            <section className={styles.part} aria-label="Environment variables">
              <div className={styles.partHead}>
                <h3>Environment variables</h3>
                <CopyButton text={variables} label="Copy variables" />
              </div>
              <CodeBlock label="Variables" text={variables} />
            </section>
          )}
          <section className={styles.part} aria-label="settings.json">
            <div className={styles.partHead}>
              <h3>Or as settings.json</h3>
              <CopyButton text={file} label="Copy settings.json" />
            </div>
            <CodeBlock label="Contents of settings.json" text={file} />
          </section>
        </>
      )}
      {settings.notExpressed.length > 0 && (
        <section className={styles.part} aria-label="Not configurable in Claude Code">
          <h3>Not configurable in Claude Code</h3>
          <ul className={styles.list}>
            {settings.notExpressed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
