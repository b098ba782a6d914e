/** Eight times what 128,000 tokens come to, the largest output of any model. */
export const LONGEST_ANSWER = 4_000_000;
/** Parts without content take memory, too. */
const OF_A_PART = 500;

/** How much of an answer has come. */
export class AnswerLength {
  readonly problem = `it is longer than ${LONGEST_ANSWER.toLocaleString('en-US')} characters`;
  private characters = 0;

  get isTooLong(): boolean {
    return this.characters > LONGEST_ANSWER;
  }

  addPart(characters = 0): void {
    this.characters += OF_A_PART + characters;
  }

  add(text: string | null): void {
    this.characters += text?.length ?? 0;
  }
}
