export interface GlossaryEntry {
  readonly title: string;
  /** One or two plain sentences. */
  readonly text: string;
  /** The rules of the engine that it is about. */
  readonly rules: readonly string[];
}
