import { Button } from '@/components/ui/button';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import { type MessageCommand, messageCommands } from '@/lib/state/simulate/typed-commands';
import styles from './line-commands.module.css';

interface LineCommandsProps {
  readonly line: ContextLine;
  readonly onCommand: ((command: MessageCommand) => void) | undefined;
}

/** The commands about a message before the selected call. */
export function LineCommands({ line, onCommand }: LineCommandsProps) {
  const commands = onCommand === undefined ? [] : messageCommands(line);
  if (onCommand === undefined || commands.length === 0) return null;
  return (
    <div className={styles.commands}>
      {commands.map((each) => (
        <Button
          key={each.title}
          look="quiet"
          title={`${each.explains}. Takes effect before ${each.isNextCall ? 'the next' : 'this'} call.`}
          onClick={() => onCommand(each)}
        >
          {each.title}
        </Button>
      ))}
    </div>
  );
}
