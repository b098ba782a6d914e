import { asArray, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { wellFormed } from '../../base/well-formed';
import type { MessageKind, Origin, OriginKind, Part } from '../../transcript/transcript';
import { anthropicParts, unknownPart } from '../anthropic/anthropic-content';
import { documentPart, imagePart } from '../images/image-part';
import { isFromProgram, kindOfText } from './user-message';

interface Attachment {
  readonly kind: MessageKind;
  readonly parts: readonly Part[];
  readonly origin?: Origin;
  readonly isUnknown?: boolean;
}

const NOT_SENT = new Set(['hook_system_message', 'hook_cancelled', 'hook_non_blocking_error', 'command_permissions']);

/** A successful hook adds nothing for the model, except at these events. */
const HOOKS_WITH_OUTPUT = new Set(['SessionStart', 'UserPromptSubmit']);

/** What an `attachment` record adds for the model; undefined if nothing, or if the text is not in the file. */
export function attachment(type: string, source: JsonObject): Attachment | undefined {
  if (NOT_SENT.has(type)) return undefined;
  if (type === 'queued_command') return queuedCommand(source);
  const parts = partsOf(type, source);
  const origin = originOf(type, source);
  if (parts === undefined) {
    return { kind: 'injected', parts: [unknownPart(type, source)], ...optional('origin', origin), isUnknown: true };
  }
  return parts.length === 0 ? undefined : { kind: 'injected', parts, ...optional('origin', origin) };
}

/** Without what only concerns the report. */
export function asMessage({ kind, parts, origin }: Attachment): Omit<Attachment, 'isUnknown'> {
  return { kind, parts, ...optional('origin', origin) };
}

const ORIGINS: Readonly<Record<string, OriginKind>> = {
  nested_memory: 'instructions',
  hook_success: 'hook',
  hook_additional_context: 'hook',
  file: 'file',
  directory: 'file',
  compact_file_reference: 'file',
  edited_text_file: 'changed-file',
  skill_listing: 'skills',
  invoked_skills: 'skills',
  agent_listing_delta: 'agents',
  deferred_tools_delta: 'tools',
  mcp_instructions_delta: 'mcp',
  task_reminder: 'tasks',
  todo_reminder: 'tasks',
  plan_mode: 'mode',
  plan_mode_exit: 'mode',
  plan_mode_reentry: 'mode',
  auto_mode: 'mode',
  auto_mode_exit: 'mode',
  date_change: 'date',
};

/** Under these names, but for its own. */
const MODES: Readonly<Record<string, string>> = {
  plan_mode: 'plan',
  plan_mode_exit: 'end of plan',
  plan_mode_reentry: 'plan again',
  auto_mode: 'auto',
  auto_mode_exit: 'end of auto',
};

function originOf(type: string, source: JsonObject): Origin | undefined {
  // No shared recording has recalled memories: their type is recognised by its name, whatever it holds.
  const kind = Object.hasOwn(ORIGINS, type) ? ORIGINS[type] : /memor(?:y|ies)/.test(type) ? 'memories' : undefined;
  if (kind === undefined) return undefined;
  const name =
    kind === 'hook'
      ? (asText(source.hookName) ?? asText(source.hookEvent))
      : (asText(source.path) ?? asText(source.filename) ?? MODES[type]);
  const globs = asArray(asObject(source.content)?.globs)?.flatMap((glob) => asText(glob) ?? []);
  return {
    kind,
    ...(name !== undefined && { name: wellFormed(name.slice(0, LONGEST_NAME)) }),
    ...(kind === 'instructions' && optional('paths', globs)),
  };
}

const LONGEST_NAME = 1_000;

/** Typed by the user while the agent worked, or queued by a background task. */
function queuedCommand(source: JsonObject): Attachment {
  const parts = anthropicParts(source.prompt);
  const isTyped = !isFromProgram(source.origin) && (asText(source.commandMode) ?? 'prompt') === 'prompt';
  return { kind: isTyped ? kindOfText(parts) : 'injected', parts, origin: { kind: 'queued' } };
}

function partsOf(type: string, source: JsonObject): Part[] | undefined {
  switch (type) {
    case 'file':
      return fileParts(source);
    case 'edited_text_file':
      return texts(source.snippet);
    case 'nested_memory':
      return texts(asObject(source.content)?.content ?? source.content);
    case 'hook_success':
      return HOOKS_WITH_OUTPUT.has(asText(source.hookEvent) ?? '') ? texts(source.content) : [];
    case 'invoked_skills':
      return (asArray(source.skills) ?? []).flatMap((skill) => texts(asObject(skill)?.content));
    case 'deferred_tools_delta':
    case 'agent_listing_delta':
      return texts(source.addedLines);
    case 'mcp_instructions_delta':
      return texts(source.addedBlocks);
    case 'compact_file_reference':
      return texts(source.filename);
    case 'date_change':
      return texts(source.newDate);
    case 'plan_mode':
    case 'plan_mode_exit':
    case 'plan_mode_reentry':
      return texts(source.content ?? source.planFilePath);
    case 'directory':
    case 'skill_listing':
    case 'hook_additional_context':
    case 'task_reminder':
    case 'todo_reminder':
    case 'auto_mode':
    case 'auto_mode_exit':
      return texts(source.content);
    default:
      return undefined;
  }
}

/** Text, or an attached image or document, whose data must not be taken for text. */
function fileParts(source: JsonObject): Part[] | undefined {
  const content = asObject(source.content);
  const file = asObject(content?.file);
  const data = asText(file?.base64);
  if (data !== undefined) {
    const isDocument = asText(content?.type) === 'pdf';
    const mediaType = asText(file?.type) ?? (isDocument ? 'application/pdf' : 'image/unknown');
    return [isDocument ? documentPart(mediaType, data, asText(source.filename)) : imagePart(mediaType, data)];
  }
  const text = file?.content ?? source.content;
  return typeof text === 'string' ? texts(text) : undefined;
}

/** A string, or a list whose strings are lines and whose objects are shown to the model as data. */
function texts(value: Json | undefined): Part[] {
  if (value === undefined || value === null) return [];
  const items = asArray(value) ?? [value];
  const text = items
    .map((item) => (typeof item === 'string' ? item : JSON.stringify(boundedDepth(item).value)))
    .join('\n');
  return text === '' ? [] : [{ kind: 'text', text: wellFormed(text) }];
}
