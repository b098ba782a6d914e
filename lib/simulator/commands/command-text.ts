import type { MessageId } from '../../transcript/transcript';
import type { Command } from './command';
import { layerCommands } from './layer-commands';

/** The command as typed. Messages are named by id, unless another name is given. */
export function commandText(command: Command, nameOf: (message: MessageId) => string = (id) => id): string {
  switch (command.type) {
    case 'compact': {
      const { partial, focus } = command;
      const span = partial === undefined ? [] : [`${directionWords[partial.direction]} ${nameOf(partial.pivot)}`];
      return ['/compact', ...span, ...(focus === undefined ? [] : [focus])].join(' ');
    }
    case 'unfold':
      return `/unfold ${nameOf(command.message)}`;
    default:
      return `/${layerCommands.find(({ type }) => type === command.type)?.word ?? command.type}`;
  }
}

const directionWords = { from: 'from', 'up-to': 'up to' } as const;
