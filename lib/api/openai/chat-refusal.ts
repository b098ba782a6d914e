interface Refused {
  /** Missing in the middle of a stream. */
  readonly status?: number;
  readonly message: string;
  readonly type?: string;
  /** The API's name for it, such as `context_length_exceeded`. */
  readonly code?: string;
  /** The parameter that it is about. */
  readonly param?: string;
  readonly headers?: Headers;
  /** Otherwise it comes from our own server. */
  readonly isOfApi: boolean;
}

/** An error that the API or our proxy answered with. */
export class ChatRefusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message);
  }
}
