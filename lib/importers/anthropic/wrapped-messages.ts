import { asArray, type Json, type JsonObject } from '../../base/json';

const NAMES = ['messages', 'traj', 'conversations', 'conversation'];

/** The messages of one conversation, under the names that benchmarks and training sets use. */
export function wrappedMessages(record: JsonObject | undefined): readonly Json[] | undefined {
  return NAMES.map((name) => asArray(record?.[name])).find((messages) => messages !== undefined);
}
