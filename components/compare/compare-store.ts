import { loadEngine } from '@/components/shell/stores';
import { createComparison } from '@/lib/state/compare/comparison';

export const comparison = createComparison({ loadEngine });
