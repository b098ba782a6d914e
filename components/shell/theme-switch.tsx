'use client';

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '@/components/ui/icon-button';
import type { Theme } from '@/lib/state/shared/preferences';
import { preferences } from './stores';

const looks = {
  system: { icon: 'screen', title: 'system', next: 'light' },
  light: { icon: 'sun', title: 'light', next: 'dark' },
  dark: { icon: 'moon', title: 'dark', next: 'system' },
} as const satisfies Record<Theme, unknown>;

export function ThemeSwitch() {
  const theme = useStore(preferences, (state) => state.theme);

  useEffect(() => {
    preferences.getState().recall();
  }, []);

  useEffect(
    () =>
      preferences.subscribe((state) => {
        if (state.theme === 'system') delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = state.theme;
      }),
    [],
  );

  const { icon, title, next } = looks[theme];
  return (
    <IconButton
      icon={icon}
      label={`Theme: ${title}. Switch to ${looks[next].title}`}
      onClick={() => preferences.getState().set({ theme: next })}
    />
  );
}
