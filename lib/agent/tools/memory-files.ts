import { memoryScopes } from '../../agents/agent-definition';
import { agentMemoryPlace } from '../../agents/agent-memory';
import { fail, ok, type Result } from '../../base/result';
import { maskText } from '../../masking/mask-text';
import { type MemoryFolder, type StoredFile, storedText } from '../../memory/files/memory-folder';
import { isTeamName, memoryName, slugOf, TEAM_FOLDER } from '../../memory/files/memory-path';
import { secretIn } from '../../team/left-out';
import { teamOfConfig } from '../../team/team-of-workspace';
import type { Workspace } from './workspace';
import { fullPath, HOME, WORKSPACE_ROOT, workspacePath } from './workspace-path';

/** [A12] The memory of the project that the agent works on. */
export const MEMORY_ROOT = `${HOME}/.claude/projects/${slugOf(WORKSPACE_ROOT)}/memory`;

/** The memory among the files of a run; by default that of the project. */
export function memoryFolderIn(files: Workspace, root: string = MEMORY_ROOT): MemoryFolder {
  const found = new Map<string, StoredFile>();
  const place = workspacePath(root);
  for (const path of place.ok ? files.below(place.value) : []) {
    const name = memoryName(fullPath(path), root);
    const text = files.read(path);
    if (name.ok && text !== undefined) found.set(name.value, { text, mtimeMs: files.modifiedMs(path) });
  }
  return { root, files: found };
}

const AGENT_NAMED = /(?:^|\s)@([a-z][a-z0-9-]{0,63})\b(?![./])/gi;

/** [R1] The memory of an agent that a prompt names, if it has one: first the user's, then the project's, then the local one. */
export function agentMemoryNamed(prompt: string, files: Workspace): MemoryFolder | undefined {
  for (const [, name = ''] of prompt.slice(0, LONGEST_PROMPT).matchAll(AGENT_NAMED)) {
    for (const place of AGENT_MEMORY) {
      const folder = memoryFolderIn(files, `${place}/${name.toLowerCase()}`);
      if (folder.files.size > 0) return folder;
    }
  }
  return undefined;
}

const LONGEST_PROMPT = 20_000;
/** [U1] The places of all scopes. */
const AGENT_MEMORY = memoryScopes.map((scope) => agentMemoryPlace(scope, { root: WORKSPACE_ROOT, home: HOME }));

/** [U2] */
export const TEAM_ROOT = `${MEMORY_ROOT}/${TEAM_FOLDER}`;

/** [U2] Undefined if the workspace names no remote repository. */
export function teamIn(files: Pick<Workspace, 'read'>): string | undefined {
  return teamOfConfig(files.read('.git/config') ?? '');
}

/** [U2] What the team shares, by its names below the folder of the team. */
export function teamFilesIn(files: Workspace): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of files.below(TEAM_ROOT).sort()) found.set(path.slice(TEAM_ROOT.length + 1), files.read(path) ?? '');
  return found;
}

export function isTeamPath(path: string): boolean {
  return path.startsWith(`${TEAM_ROOT}/`);
}

export function isMemoryPath(path: string): boolean {
  return path.startsWith(`${MEMORY_ROOT}/`);
}

/** [U1] The memory folder that a path is in: of the project, or of a type of agents. */
function memoryRootOf(path: string): string | undefined {
  if (isMemoryPath(path)) return MEMORY_ROOT;
  const full = fullPath(path);
  const place = AGENT_MEMORY.find((each) => full.startsWith(`${each}/`));
  if (place === undefined) return undefined;
  const [type = '', ...below] = full.slice(place.length + 1).split('/');
  return below.length === 0 ? undefined : `${place}/${type}`;
}

/**
 * As it is stored, if an agent writes it: a memory in its one form, without secrets. Or why not, as the end of a sentence
 * that starts with the path.
 */
export function memoryText(path: string, text: string): Result<string> {
  const root = memoryRootOf(path);
  if (root === undefined) return ok(text);
  const name = memoryName(fullPath(path), root);
  if (root === MEMORY_ROOT && name.ok && isTeamName(name.value)) {
    const secret = secretIn(text);
    if (secret !== undefined) {
      return fail(`was not saved: it contains a secret (rule “${secret}”), and the memory of the team is shared.`);
    }
  }
  const stored = name.ok ? storedText(name.value, text) : name;
  return stored.ok ? stored : fail(`was not saved: ${stored.error}.`);
}

/** What the user or a command writes there may be no memory, but has no secrets either. */
export function withoutSecrets(path: string, text: string): string {
  return memoryRootOf(path) === undefined ? text : maskText(text).text;
}
