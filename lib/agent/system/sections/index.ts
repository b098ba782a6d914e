import { brevity } from './brevity';
import { care } from './care';
import { environment } from './environment';
import { gitStatus } from './git-status';
import { identity } from './identity';
import { language } from './language';
import { mcpServers } from './mcp-servers';
import { memoryRules } from './memory-rules';
import { outputStyle } from './output-style';
import { scratchFolder } from './scratch-folder';
import type { Section } from './section';
import { sessionGuidance } from './session-guidance';
import { systemRules } from './system-rules';
import { tokenBudget } from './token-budget';
import { tone } from './tone';
import { toolPreferences } from './tool-preferences';
import { writingCode } from './writing-code';

/** [Y1] In the order in which they are sent: the static ones first. */
export const sections: readonly Section[] = [
  identity,
  systemRules,
  writingCode,
  care,
  toolPreferences,
  tone,
  brevity,
  sessionGuidance,
  memoryRules,
  environment,
  language,
  outputStyle,
  mcpServers,
  scratchFolder,
  tokenBudget,
  gitStatus,
];
