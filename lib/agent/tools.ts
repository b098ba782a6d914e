import type { Tool } from './tool';
import { bash } from './tools/bash';
import { edit } from './tools/edit';
import { glob } from './tools/glob';
import { grep } from './tools/grep';
import { read } from './tools/read';
import { todoWrite } from './tools/todo-write';
import { write } from './tools/write';

export const tools: readonly Tool[] = [read, write, edit, glob, grep, bash, todoWrite];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}
