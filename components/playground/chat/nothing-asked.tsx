import { EmptyState } from '@/components/ui/empty-state';

export function NothingAsked() {
  return (
    <EmptyState title="No calls yet">
      <p>The contents of each call appear here.</p>
    </EmptyState>
  );
}
