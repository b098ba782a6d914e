import { homedir } from 'node:os';
import { join } from 'node:path';

export interface AgentFolder {
  readonly agent: 'Claude Code' | 'Codex';
  readonly folder: string;
}

/** Where the agents of this user keep their sessions. */
export function agentFolders(environment: NodeJS.ProcessEnv = process.env): readonly AgentFolder[] {
  const { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex = '' } = environment;
  const claudeHomes = (claude ?? '').split(',').flatMap((folder) => (folder.trim() === '' ? [] : [folder.trim()]));
  const usual = [join(homedir(), '.claude'), join(homedir(), '.config', 'claude')];
  const codexHome = codex === '' ? join(homedir(), '.codex') : codex;
  return [
    ...(claudeHomes.length > 0 ? claudeHomes : usual).map((home) => ({
      agent: 'Claude Code' as const,
      folder: join(home, 'projects'),
    })),
    ...['sessions', 'archived_sessions'].map((name) => ({ agent: 'Codex' as const, folder: join(codexHome, name) })),
  ];
}
