import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useStore } from 'zustand';
import { sessionViews } from './stores';
import styles from './view-links.module.css';

/** The views. While a session is shown, the others link to the same session and call. */
export function ViewLinks() {
  const path = usePathname();
  const { simulate, compare = '/compare', prompts = '/prompts' } = useStore(sessionViews, ({ addresses }) => addresses);
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
        const current = path === name ? 'page' : undefined;
        if (href !== undefined) {
          return (
            <Link key={name} href={href} prefetch={false} aria-current={current}>
              {title}
            </Link>
          );
        }
        // Without a session there is nothing to simulate.
        return (
          current && (
            <span key={name} aria-current={current}>
              {title}
            </span>
          )
        );
      })}
    </nav>
  );
}
