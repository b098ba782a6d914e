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
      <p>The nearest is {settings.version}. What is not named here it does by itself.</p>
      {file === '{}' ? (
        <p>Nothing has to be set.</p>
      ) : (
        <>
          {variables !== '' && (
            <section className={styles.part} aria-label="Variables of the environment">
              <div className={styles.partHead}>
                <h3>Variables of the environment</h3>
                <CopyButton text={variables} label="Copy variables" />
              </div>
              <CodeBlock label="Variables" text={variables} />
            </section>
          )}
          <section className={styles.part} aria-label="settings.json">
            <div className={styles.partHead}>
              <h3>Or all of it in settings.json</h3>
              <CopyButton text={file} label="Copy settings.json" />
            </div>
            <CodeBlock label="settings.json, content" text={file} />
          </section>
        </>
      )}
      {settings.notExpressed.length > 0 && (
        <section className={styles.part} aria-label="What it cannot be told">
          <h3>What it cannot be told</h3>
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
