import { OUTPUT_VERSION } from '../../lib/rows/file/output-version';

/** What a program reads. docs/json.md describes it for each command. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(versioned(value))}\n`;
}

export function versioned<Value extends object>(value: Value) {
  return { highwater: OUTPUT_VERSION, ...value };
}
