export interface SampleSession {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly file: string;
  readonly text: string;
}
