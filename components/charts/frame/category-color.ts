import type { Category } from '@/lib/tokens/category';
import type { Boundary } from '@/lib/transcript/transcript';

export function categoryColor(category: Category): string {
  return `var(--category-${category})`;
}

export function boundaryColor(kind: Boundary['kind']): `var(--${string})` {
  return `var(--boundary-${kind})`;
}
