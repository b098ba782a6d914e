const ASKS_USER = /^(?:AskUserQuestion|ask_?user(?:_?questions?)?|request_user_input|ask_followup_question)$/i;

/** [K10] Tools whose result is what the user chose. */
export function asksUser(tool: string | undefined): boolean {
  return ASKS_USER.test(tool ?? '');
}
