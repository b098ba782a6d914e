import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useStore } from 'zustand';
import { sessionViews } from './stores';
import styles from './view-links.module.css';

/** The views. While a session is shown, the others link to the same session and call; without one, to the latest. */
export function ViewLinks() {
  const path = usePathname();
  const addresses = useStore(sessionViews, (offered) => offered.addresses);
  // Until a view of a session offers its links, there are none: they would lead to another session.
  const isOfSession = path === '/simulate' || path === '/compare' || path === '/prompts';
  const { simulate, compare, prompts } = isOfSession
    ? addresses
    : { simulate: '/simulate', compare: '/compare', prompts: '/prompts', ...addresses };
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
        if (path !== name && href !== undefined) {
          return (
            <Link
              key={name}
              href={href}
              prefetch={false}
              aria-current={path.startsWith(`${name}/`) ? 'true' : undefined}
            >
              {title}
            </Link>
          );
        }
        // The current view is no link, either: it would lead away from the session that is shown.
        return (
          <span key={name} aria-current={path === name ? 'page' : undefined}>
            {title}
          </span>
        );
      })}
    </nav>
  );
}
