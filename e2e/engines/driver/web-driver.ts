/** What the journeys ask of a browser: commands of W3C WebDriver, which Firefox and WebKit take in different wrappings. */
export interface WebDriver {
  /** Rejects with a `WebDriverError` if the browser refuses. */
  send(command: Command, parameters?: object): Promise<unknown>;
  /** Ends the browser. */
  end(): Promise<void>;
}

export type Command = 'size' | 'open' | 'reload' | 'run' | 'act' | 'click' | 'clear' | 'type';

/** `code` is one of the standard: `no such element`, `element click intercepted`. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

/** Not of the standard: the page in which a script ran is no longer there. */
export const PAGE_REPLACED = 'page replaced';

/** The key of an element in what is sent and answered, by the standard. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
