/** A failure with words for the user. Anything else that is thrown is a mistake of ours, and is called one. */
export class Refusal extends Error {
  constructor(
    readonly what: string,
    readonly advice: string,
  ) {
    super(what);
  }
}
