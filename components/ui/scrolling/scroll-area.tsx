'use client';

import { type ReactNode, useEffect, useRef } from 'react';

interface ScrollAreaProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Reachable by keyboard if there is something to scroll. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const area = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      if (scrolls) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  return (
    <section ref={area} className={className} aria-label={label}>
      {children}
    </section>
  );
}
