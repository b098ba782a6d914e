import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ShownPermission } from '@/lib/agent/view/hooks-view';
import { parseSettings } from '@/lib/hooks/hook-settings';
import type { PermissionEffect } from '@/lib/hooks/permissions';
import styles from './hooks.module.css';

interface PermissionTableProps {
  readonly permissions: readonly ShownPermission[];
  readonly granted: readonly string[];
  readonly session: string;
  onChoose: ((tool: string, effect: PermissionEffect | undefined) => void) | undefined;
}

/** [H1] One row for each tool. */
export function PermissionTable({ permissions, granted, session, onChoose }: PermissionTableProps) {
  const { rules } = parseSettings(session, 'session');
  const own = new Map(rules.flatMap(({ tool, pattern, effect }) => (pattern === undefined ? [[tool, effect]] : [])));
  return (
    <>
      <ScrollArea className={styles.scroll} label="Permissions of each tool">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">In this session</th>
              <th scope="col">Effect</th>
            </tr>
          </thead>
          <tbody>
            {permissions.map(({ tool, effect, because, patterns }) => (
              <tr key={tool}>
                <th scope="row">{tool}</th>
                <td>
                  <select
                    aria-label={`Permission of ${tool}`}
                    disabled={onChoose === undefined}
                    value={own.get(tool) ?? 'unset'}
                    onChange={({ target }) => onChoose?.(tool, effectNamed(target.value))}
                  >
                    <option value="unset">not set</option>
                    <option value="allow">allow</option>
                    <option value="ask">ask</option>
                    <option value="deny">deny</option>
                  </select>
                </td>
                <td>
                  <span data-effect={effect}>{effect}</span>
                  <span className={styles.muted}>
                    {because === undefined ? ' no rule †' : ` ${because}`}
                    {patterns.length > 0 && `; ${patterns.join(', ')}`}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className={styles.muted}>
        † Decided by Highwater: without a rule a call is allowed, because it can only change the files of this run.
      </p>
      {granted.length > 0 && (
        <p>
          Always allowed until the session ends:{' '}
          {granted.map((rule, index) => (
            <span key={rule}>
              {index > 0 && ', '}
              <code>{rule}</code>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function effectNamed(value: string): PermissionEffect | undefined {
  return value === 'allow' || value === 'ask' || value === 'deny' ? value : undefined;
}
