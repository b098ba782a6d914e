/**
 * What a tool does, by its name. `editor`: reads, writes or edits, depending on its arguments. `code`: runs code that is
 * not a command line. `tasks`: maintains a task list.
 */
export type ToolAction =
  | 'read'
  | 'write'
  | 'edit'
  | 'editor'
  | 'patch'
  | 'delete'
  | 'shell'
  | 'code'
  | 'search'
  | 'web'
  | 'tasks'
  | 'other';

/**
 * Names of tools in many agents, in lower case without separators. Clearing results and tracking files use these lists:
 * tools in none of them are left alone.
 */
const deeds: ReadonlyMap<string, ToolAction> = new Map([
  ...named('read', [
    ...each('read view open cat load get', 'file thefile files manyfiles multiplefiles textfile mediafile'),
    ...each('read view open cat load get', 'filecontent filecontents notebook image'),
    ...words('read view open cat fileread fileview notebookread goto scrollup scrolldown'),
  ]),
  ...named('write', [
    ...each('write create save new', 'file thefile newfile textfile tofile'),
    ...words('write create filewrite filecreate'),
  ]),
  ...named('edit', [
    ...each('edit multiedit', 'file files notebook notebookfile block'),
    ...each('insert update modify append', 'content file tofile editintofile intofile line lines codeblock'),
    ...each('str string search find searchand findand', 'replace replaceinfile'),
    ...each('apply replace', 'diff edit regex symbolbody filecontent line lines'),
    ...each('file', 'edit replace strreplace insert'),
    ...words('edit multiedit notebookedit replace replaceinfile insert reapply'),
    ...words('replacestringinfile multireplacestringinfile'),
  ]),
  ...named('editor', words('strreplaceeditor strreplacebasededit texteditor texteditorcodeexecution')),
  ...named('editor', words('editor fileeditor planningfileeditor')),
  ...named('patch', words('patch applypatch gitpatch')),
  ...named('delete', [...each('delete remove', 'file files'), ...words('delete filedelete')]),
  ...named('shell', [
    ...each('run execute exec runin runinthe', 'shell terminal bash cmd command commands'),
    ...each('runshell runterminal runbash executeshell executeterminal executebash', 'cmd command'),
    ...each('shell bash terminal', 'command session codeexecution'),
    ...each('read write stop kill list', 'bash shell powershell terminal'),
    ...words('bash sh zsh shell localshell terminal powershell pwsh cmd exec execute run containerexec unifiedexec'),
    // For a running shell: reading its output, and writing its input.
    ...words('writestdin bashoutput getterminaloutput readcommandoutput readbackgroundoutput listbackgroundprocesses'),
  ]),
  ...named('code', words('python executepython codeexecution codeinterpreter')),
  ...named('code', words('runipython ipythonruncell executeipythoncell')),
  ...named('search', [
    ...each('list', 'dir dirs directory directories files tree codedefinitionnames codeusages'),
    ...each('search', 'file files dir directory code codebase text filecontent'),
    ...each('grep glob file filecontent codebase semantic globfile', 'search'),
    ...each('find', 'file files byname'),
    ...words('search grep multigrep grepfiles ripgrep rg glob globfiles find ls list tree directorytree'),
  ]),
  ...named('web', [
    ...each('web google googleweb searxng', 'search'),
    ...each('fetch', 'url webpage webcontent webpagecontent'),
    ...each('read', 'webpage url urlcontent'),
    ...words('webfetch webscrape websearchpreview fetch browse codesearch'),
  ]),
  // They mention tasks but keep no list of them.
  ...named('other', words('task newtask createtask delegatetask taskoutput taskstop marktaskcomplete')),
]);

function named(deed: ToolAction, names: readonly string[]) {
  return names.map((name) => [name, deed] as const);
}

/** Every verb with every noun. */
function each(verbs: string, things: string): string[] {
  return words(verbs).flatMap((verb) => words(things).map((thing) => verb + thing));
}

function words(text: string): string[] {
  return text.split(' ');
}

/** Names that are not listed: `update_plan`, `TodoWrite`, `manage_todo_list`. */
const KEEPS_TASKS = /todo|plan|task/i;
/** `mcp__files__read`, and other spellings: `mcp_files_read`, `mcp--files--read`. */
const OF_SERVER = /^mcp[_-]/i;
/** Codex writes `_create_file` for tools of its own app servers. */
const OF_APP = /^_/;
/** Namespaces of agents' own tools. */
const OWN_NAMESPACE = /^(?:functions|default_api|container|developer|computercontroller)(?:__|[.:])/i;
/** `bash_20250124` */
const VERSION = /_\d{8}$/;
const LONGEST_NAME = 200;

/** `read_file`, `readFile`, `ReadFileTool` → `readfile`. */
export function plainToolName(name: string): string {
  const own = name.slice(0, LONGEST_NAME).replace(OWN_NAMESPACE, '').replace(VERSION, '');
  return own
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/(?<=.)tool$/, '');
}

const known = new Map<string, ToolAction>();
const MAX_KNOWN = 10_000;

/**
 * For the agent's own tools. Tools of servers never match, whatever their name. Cached by name: it is needed for every
 * call and every result.
 */
export function toolAction(name: string): ToolAction {
  const before = known.get(name);
  if (before !== undefined) return before;
  const deed = listedDeed(name) ?? (KEEPS_TASKS.test(name.slice(0, LONGEST_NAME)) ? 'tasks' : 'other');
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, deed);
  return deed;
}

function listedDeed(name: string): ToolAction | undefined {
  return OF_SERVER.test(name) || OF_APP.test(name) ? undefined : deeds.get(plainToolName(name));
}

/** The same for tools of servers: `mcp__files__read_file` reads. */
export function toolDeedAnywhere(name: string): ToolAction {
  const deed = toolAction(name);
  return deed === 'other' ? toolAction(nameAtServer(name)) : deed;
}

function nameAtServer(name: string): string {
  const own = name.slice(0, LONGEST_NAME).replace(/^mcp_[^_]+_(?=[^_])/i, '');
  return (own.split(/__|--|[.:]/).at(-1) ?? '').replace(/^_+/, '');
}
