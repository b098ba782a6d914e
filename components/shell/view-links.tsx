import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useStore } from 'zustand';
import { sessionViews } from './stores';
import styles from './view-links.module.css';

/** The views. While a session is shown, the others link to the same session and call; without one, to the latest. */
export function ViewLinks() {
  const path = usePathname();
  const {
    simulate = '/simulate',
    compare = '/compare',
    prompts = '/prompts',
  } = useStore(sessionViews, ({ addresses }) => addresses);
  const views = [
    { name: '/', href: '/', title: 'Sessions' },
    { name: '/simulate', href: simulate, title: 'Simulate' },
    { name: '/compare', href: compare, title: 'Compare' },
    { name: '/prompts', href: prompts, title: 'Prompts' },
    { name: '/playground', href: '/playground', title: 'Playground' },
  ];
  return (
    <nav aria-label="Views" className={styles.views}>
      {views.map(({ name, href, title }) => {
        if (path !== name) {
          return (
            <Link key={name} href={href} prefetch={false}>
              {title}
            </Link>
          );
        }
        // No link: it would lead away from the session that is shown.
        return (
          <span key={name} aria-current="page">
            {title}
          </span>
        );
      })}
    </nav>
  );
}
