import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { AppHeader } from '@/components/shell/app-header';
import { Toasts } from '@/components/shell/toasts';
import { rememberedTheme } from '@/lib/pages/remembered-theme';
import './tokens.css';
import './base.css';

export const metadata: Metadata = {
  title: { default: 'Highwater', template: '%s · Highwater' },
  description:
    'See how an agent’s context grew, what filled it and where it was compacted. Transcripts stay in your browser.',
  icons: { icon: '/icons/highwater.svg' },
  referrer: 'no-referrer',
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        <RememberedTheme />
      </head>
      <body>
        <AppHeader />
        {children}
        <Toasts />
      </body>
    </html>
  );
}

function RememberedTheme() {
  return <script>{rememberedTheme}</script>;
}
