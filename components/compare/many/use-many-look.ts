import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { MeasureId } from '@/lib/rows/totals/measures';
import { comparedMeasures } from '@/lib/series/rows/measure-words';
import type { LineOrder } from '@/lib/series/rows/session-lines';

/** How the sessions are looked at. It is part of the URL. */
export interface ManyLook {
  readonly measure: MeasureId;
  /** Undefined: the worst under the last policy first. */
  readonly order: LineOrder | undefined;
  readonly showsAll: boolean;
}

/** Policies are counted from 1: `by=neededLater&sort=2.down&show=all`. */
export function useManyLook(): readonly [ManyLook, (change: Partial<ManyLook>) => void] {
  const query = useSearchParams().toString();
  const path = usePathname();
  const look = useMemo((): ManyLook => {
    const given = new URLSearchParams(query);
    const measure = comparedMeasures.find((id) => id === given.get('by')) ?? 'cost';
    return { measure, order: orderOf(given.get('sort')), showsAll: given.get('show') === 'all' };
  }, [query]);

  const change = (changed: Partial<ManyLook>) => {
    const { measure, order, showsAll } = { ...look, ...changed };
    const next = new URLSearchParams(query);
    put(next, 'by', measure === 'cost' ? undefined : measure);
    put(
      next,
      'sort',
      order && `${order.by === 'title' ? order.by : order.by + 1}.${order.isDescending ? 'down' : 'up'}`,
    );
    put(next, 'show', showsAll ? 'all' : undefined);
    history.replaceState(null, '', `${path}?${next}${location.hash}`);
  };
  return [look, change];
}

function orderOf(text: string | null): LineOrder | undefined {
  const [, by, direction] = /^(title|[1-9]\d?)\.(up|down)$/.exec(text ?? '') ?? [];
  if (by === undefined) return undefined;
  return { by: by === 'title' ? by : Number(by) - 1, isDescending: direction === 'down' };
}

function put(query: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) query.delete(name);
  else query.set(name, value);
}
