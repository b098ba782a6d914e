import { WORKSPACE_ROOT } from '../instructions/mounts';
import type { HookEvent, HookEventName } from './hook-events';

/** An event of this kind that a hook with this matcher would run at. */
export function madeUpEvent(event: HookEventName, matcher: string): HookEvent {
  const [name = ''] = matcher.split('|');
  const about = name === '' || name === '*' ? undefined : name.trim();
  const tool = about ?? 'Bash';
  const call = { tool, input: inputFor(tool), callId: 'made-up' };
  switch (event) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return { event, ...call };
    case 'PostToolUse':
      return { event, ...call, response: '(no output)' };
    case 'PostToolUseFailure':
      return { event, ...call, error: '[exit code 1]' };
    case 'PermissionDenied':
      return { event, ...call, reason: 'The user denied this call.' };
    case 'UserPromptSubmit':
      return { event, prompt: 'Fix the tests' };
    case 'SessionStart':
      return { event, source: about === 'compact' ? 'compact' : 'startup' };
    case 'SessionEnd':
      return { event, reason: 'clear' };
    case 'Stop':
      return { event, isActive: false, lastMessage: 'All tests pass.' };
    case 'StopFailure':
      return { event, error: 'unknown', details: 'The model is overloaded.' };
    case 'PreCompact':
      return { event, trigger: about === 'manual' ? 'manual' : 'auto', instructions: '' };
    case 'PostCompact':
      return { event, trigger: about === 'manual' ? 'manual' : 'auto', summary: 'The tests were fixed.' };
    case 'SubagentStart':
      return { event, agentId: 'agent-1', agentType: about ?? 'Explore' };
    case 'SubagentStop':
      return { event, agentId: 'agent-1', agentType: about ?? 'Explore', isActive: false, lastMessage: 'Found it.' };
    case 'ConfigChange':
      return { event, source: about ?? 'project_settings', path: `${WORKSPACE_ROOT}/.claude/settings.json` };
    case 'CwdChanged':
      return { event, from: WORKSPACE_ROOT, to: `${WORKSPACE_ROOT}/src` };
    case 'FileChanged':
      return { event, path: `${WORKSPACE_ROOT}/${about ?? 'README.md'}`, change: 'change' };
    case 'InstructionsLoaded':
      return { event, path: `${WORKSPACE_ROOT}/CLAUDE.md`, level: 'project', reason: about ?? 'session start' };
  }
}

function inputFor(tool: string) {
  return tool === 'Bash' ? { command: 'ls' } : { file_path: `${WORKSPACE_ROOT}/README.md` };
}
