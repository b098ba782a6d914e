import { EmptyState } from '@/components/ui/empty-state';

export function NothingAsked() {
  return (
    <EmptyState title="No call yet">
      <p>Here is what each call carries, once the model has been asked.</p>
    </EmptyState>
  );
}
