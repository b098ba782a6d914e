import { type ToolAction, toolAction } from '../../transcript/tool-action';

export type ToolKind = 'read' | 'shell' | 'search' | 'web' | 'edit' | 'write' | 'other';

const KIND_OF: Readonly<Record<ToolAction, ToolKind>> = {
  read: 'read',
  write: 'write',
  edit: 'edit',
  editor: 'edit',
  patch: 'edit',
  delete: 'edit',
  shell: 'shell',
  code: 'shell',
  search: 'search',
  web: 'web',
  tasks: 'other',
  other: 'other',
};

/** [M1] What a tool does, by its name. Everything except `other` can be rerun. */
export function toolKind(name: string): ToolKind {
  return KIND_OF[toolAction(name)];
}
