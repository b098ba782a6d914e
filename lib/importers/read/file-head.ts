/** So much of a file says where it belongs. */
export const FILE_HEAD_BYTES = 8192;

/** What the first bytes of a file say of the session that it belongs to. */
export interface FileHead {
  /** The id of the session that a sub-agent's file belongs to. */
  readonly parent: string | undefined;
  /** It goes on with a run that another file in its folder began. */
  readonly continues: boolean;
}

/** Only decides which files are read together, and in which order; the records decide what a file is. */
export function fileHead(head: string): FileHead {
  const isOfClaudeCode = /"isSidechain":\s*true/.test(head) && /"agentId":\s*"/.test(head);
  // In opencode, messages have a parent, too.
  const [, thread, session] =
    /"parent_(?:thread|session)_id":\s*"([^"]*)"|"parentID":\s*"(ses_[^"]*)"/.exec(head) ?? [];
  const [, own] = (isOfClaudeCode ? /"sessionId":\s*"([^"]*)"/.exec(head) : undefined) ?? [];
  return {
    parent: thread ?? session ?? (isOfClaudeCode ? (own ?? '') : undefined),
    continues: /"continuation_index":\s*\d/.test(head),
  };
}
