import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { hookEventNames, hookEvents } from '@/lib/hooks/hook-events';
import { settingsHelp } from '@/lib/hooks/hook-settings';
import styles from './hooks.module.css';

const EXAMPLE = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "…", "timeout": 30, "if": "Bash(rm *)" }
        ]
      }
    ]
  },
  "permissions": { "allow": [], "ask": ["Bash(git *)"], "deny": ["Read(.env)"] }
}`;

const OUTPUT = { model: 'added to the context', summary: 'added to the summary prompt', log: 'only logged' } as const;
const KINDS = {
  command: 'Runs in the agent’s shell, with the event as JSON on its input.',
  prompt: 'One request to the run’s model. $ARGUMENTS stands for the event.',
  agent: 'The same, with Read, Grep and Glob, in at most 10 requests.',
  http: 'Never sent: "reply": { "status", "body" } is taken for the answer. †',
} as const;

/** [H2] What settings may contain. */
export function SettingsHelp() {
  return (
    <details className={styles.help}>
      <summary>What settings may contain</summary>
      <div className={styles.stack}>
        <pre>{EXAMPLE}</pre>
        <dl className={styles.kinds}>
          {(['command', 'prompt', 'agent', 'http'] as const).map((kind) => (
            <div key={kind}>
              <dt>
                <code>{kind}</code> <span className={styles.muted}>{settingsHelp.kinds[kind].join(', ')}</span>
              </dt>
              <dd>{KINDS[kind]}</dd>
            </div>
          ))}
        </dl>
        <p>
          Exit code 0: the output goes where the event allows. 2: it blocks, and stderr is the reason. Any other: a
          warning. At most 10 minutes each; a hook that is stopped blocks nothing. Output that is a JSON object may have{' '}
          <code>decision</code>, <code>reason</code>, <code>continue</code>, <code>systemMessage</code> and, in{' '}
          <code>hookSpecificOutput</code>, <code>permissionDecision</code>, <code>updatedInput</code>,{' '}
          <code>additionalContext</code>.
        </p>
        <ScrollArea className={styles.scroll} label="Events">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Runs</th>
                <th scope="col">Matcher</th>
                <th scope="col">Output</th>
                <th scope="col">Exit code 2</th>
              </tr>
            </thead>
            <tbody>
              {hookEventNames.map((name) => {
                const { when, matcher, output, blocks, errors } = hookEvents[name];
                return (
                  <tr key={name}>
                    <th scope="row">
                      <code>{name}</code>
                    </th>
                    <td>{when}</td>
                    <td>{matcher?.words ?? 'none'}</td>
                    <td>{OUTPUT[output]}</td>
                    <td>
                      {blocks === undefined ? 'blocks nothing' : `blocks the ${blocks === 'stop' ? 'end' : blocks}`}
                      {errors === 'nobody' ? ', and is ignored' : `; stderr for the ${errors}`}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollArea>
        <p className={styles.muted}>
          † Decided by Highwater: each command starts in the workspace again, whatever folder the one before it ended
          in; a call that no rule is about is allowed; SessionEnd runs when the next session of the project begins;
          changed files and settings are told at once while the agent rests, and otherwise with the next results;
          matchers are no regular expressions.
        </p>
      </div>
    </details>
  );
}
