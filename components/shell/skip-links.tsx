'use client';

import { usePathname } from 'next/navigation';
import { goTo, type PlaceName } from './go-to';
import styles from './skip-links.module.css';

const placesOf: Readonly<Record<string, readonly PlaceName[]>> = {
  '/': ['list'],
  '/simulate': ['chart', 'messages'],
  '/prompts': ['columns'],
};

/** The first stops of Tab. They are no links: the hash of the address is the view of a session. */
export function SkipLinks() {
  const path = usePathname();
  const places = placesOf[path] ?? ['content'];
  return places.map((place) => (
    <button key={place} type="button" className={styles.skip} onClick={() => goTo(place) || goTo('content')}>
      Skip to {place === 'content' ? place : `the ${place}`}
    </button>
  ));
}
