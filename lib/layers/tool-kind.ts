export type ToolKind = 'read' | 'shell' | 'search' | 'web' | 'edit' | 'write' | 'other';

/** Every known spelling, without case, underscores and hyphens. */
const KINDS: Readonly<Record<Exclude<ToolKind, 'other'>, readonly string[]>> = {
  read: ['read', 'readfile', 'fileread', 'view', 'viewfile', 'openfile', 'notebookread', 'readmanyfiles'],
  shell: ['bash', 'shell', 'execcommand', 'runcommand', 'runshellcommand', 'runterminalcmd', 'powershell', 'execute'],
  search: ['grep', 'glob', 'search', 'searchfilecontent', 'findfiles', 'codebasesearch', 'ls', 'list', 'listdirectory'],
  web: ['websearch', 'webfetch', 'fetch', 'googlewebsearch'],
  edit: [
    'edit',
    'multiedit',
    'editfile',
    'fileedit',
    'replace',
    'strreplace',
    'strreplaceeditor',
    'applypatch',
    'notebookedit',
  ],
  write: ['write', 'writefile', 'filewrite', 'createfile'],
};

const kindOf = new Map<string, ToolKind>(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind as ToolKind] as const)),
);

const known = new Map<string, ToolKind>();

/**
 * What a tool does, by its name. Tools of MCP servers are never taken for one of these, whatever they are called. Kept by
 * name: it is asked of every result of a context, again and again.
 */
export function toolKind(name: string): ToolKind {
  const before = known.get(name);
  if (before !== undefined) return before;
  const kind = name.startsWith('mcp__') ? 'other' : (kindOf.get(name.toLowerCase().replaceAll(/[_-]/g, '')) ?? 'other');
  known.set(name, kind);
  return kind;
}
