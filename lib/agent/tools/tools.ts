import { bash } from './bash';
import { edit } from './edit';
import { glob } from './glob';
import { grep } from './grep';
import { multiEdit } from './multi-edit';
import { read } from './read';
import { todoWrite } from './todo-write';
import type { Tool } from './tool';
import { write } from './write';

export const tools: readonly Tool[] = [read, write, edit, multiEdit, glob, grep, bash, todoWrite];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}
