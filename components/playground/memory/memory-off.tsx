import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

interface MemoryOffProps {
  /** Missing while nothing can be changed. */
  readonly onTurnOn: (() => void) | undefined;
}

/** [A5] [A7] [R1] What memory would do. */
export function MemoryOff({ onTurnOn }: MemoryOffProps) {
  return (
    <EmptyState title="Memory is off">
      <p>
        With memory, a background agent looks through each turn when it is finished, and saves what later sessions of
        this project should know: rules that you gave, decisions, where things are. A new session starts with the index
        of the folder, and at each prompt a smaller model recalls the memories that are about it.
      </p>
      <p>
        What is saved stays with the project, in this browser. Both are layers of the policy, with their own settings
        and costs.
      </p>
      {onTurnOn !== undefined && (
        <Button look="main" onClick={onTurnOn}>
          Turn on memory
        </Button>
      )}
    </EmptyState>
  );
}
