import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Part, Transcript } from '../../transcript/transcript';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import { noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import { FunctionCalls } from './function-calls';
import { functionDeclarations, geminiParts } from './parts';
import { geminiUserKind } from './user-kind';

/**
 * Conversations in the format of the Gemini API: a checkpoint of Gemini CLI (`history`), the body of a request
 * (`contents`), or the bare list.
 *
 *   user    text                  prompt
 *   model   text, functionCall    reply, with its call
 *   user    functionResponse      tool results
 */
export const geminiContents: Importer = {
  format: 'gemini-contents',
  start: (env) => new ContentsReading(env),
};

class ContentsReading implements Reading {
  private readonly draft = new TranscriptDraft();
  private readonly calls = new FunctionCalls();
  private before: Pick<Transcript, 'system' | 'tools'> = { system: [], tools: [] };
  private model: string | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const document = asObject(value);
    const list = asArray(value) ?? asArray(document?.history) ?? asArray(document?.contents);
    if (document !== undefined && list !== undefined) this.addWhatPrecedes(document);
    if (list === undefined) this.addContent(value, line);
    else for (const [index, content] of list.entries()) this.addContent(content, index + 1);
  }

  finish(): readonly Transcript[] {
    const { draft, before } = this;
    if (draft.isEmpty()) return [];
    noticeOrphanResults(draft.messages, this.env);
    const isAll = before.system.length > 0;
    return [draft.transcript({ format: 'gemini-contents', systemInFile: isAll ? 'all' : 'none', ...before })];
  }

  private addWhatPrecedes(document: JsonObject): void {
    const system = asObject(document.systemInstruction ?? document.system_instruction);
    this.before = {
      system: geminiParts(system?.parts, this.calls).filter((part: Part) => part.kind === 'text'),
      tools: functionDeclarations(document.tools),
    };
    this.model = asText(document.model);
  }

  private addContent(value: Json, line: number): void {
    const content = asObject(value);
    const role = asText(content?.role);
    if (content === undefined || content.parts === undefined) {
      this.env.warn('skipped', line, 'Not a message with parts');
      return;
    }
    const parts = geminiParts(content.parts, this.calls);
    if (role === 'model') {
      this.draft.addReply({ parts, line, model: this.model });
      return;
    }
    if (role !== 'user' && role !== 'function') {
      this.env.warn('guessed', line, `Unknown role "${role?.slice(0, 40) ?? ''}" treated as user`);
    }
    const kind = geminiUserKind(parts);
    this.draft.addMessage({ role: kind === 'tool-results' ? 'tool' : 'user', kind, parts, line });
  }
}
