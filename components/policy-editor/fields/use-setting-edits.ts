'use client';

import { useEffect, useMemo, useRef } from 'react';
import type { SettingValue } from '@/lib/policies/shape/change-setting';
import type { Policy } from '@/lib/policies/shape/policy';
import { resetSetting, withoutRow } from '@/lib/state/policy/policy-editing';

export interface SettingEdits {
  /** Why it was rejected, or nothing. */
  change(path: string, value: SettingValue): string | undefined;
  reset(path: string): void;
  removeRow(table: string, row: string): void;
}

interface EditedPolicy {
  readonly policy: Policy;
  readonly standard: Policy;
  onChange(path: string, value: SettingValue): string | undefined;
  onChoosePolicy(policy: Policy): void;
}

/** A stable object: a new one with each change would render every setting again. */
export function useSettingEdits(edited: EditedPolicy): SettingEdits {
  const latest = useRef(edited);

  useEffect(() => {
    latest.current = edited;
  });

  return useMemo(
    () => ({
      change: (path, value) => latest.current.onChange(path, value),
      reset: (path) => {
        const { policy, standard, onChoosePolicy } = latest.current;
        onChoosePolicy(resetSetting(policy, path, standard));
      },
      removeRow: (table, row) => {
        const { policy, onChoosePolicy } = latest.current;
        onChoosePolicy(withoutRow(policy, table, row));
      },
    }),
    [],
  );
}
