import type { BatchAskerFor } from '../../api/asker/batch-asker';
import { asObject, parseJson } from '../../base/json';
import type { BatchRequests } from './batch-messages';

type Request<Method extends keyof BatchRequests> = BatchRequests[Method]['request'];
type Answer<Method extends keyof BatchRequests> = Promise<BatchRequests[Method]['answer']>;

export async function createBatch(
  askerFor: BatchAskerFor,
  { key, requests }: Request<'create-batch'>,
): Answer<'create-batch'> {
  const asker = await askerFor(key);
  return asker.create(
    requests.map(({ customId, body }) => {
      const parsed = parseJson(body);
      const read = parsed.ok ? asObject(parsed.value) : undefined;
      if (read === undefined) throw new Error('A body is an object of JSON');
      return { customId, body: read };
    }),
  );
}

export async function fetchResults(
  askerFor: BatchAskerFor,
  { key, id, models }: Request<'batch-results'>,
): Answer<'batch-results'> {
  const asker = await askerFor(key);
  return asker.results(id, (customId) => (Object.hasOwn(models, customId) ? models[customId] : undefined));
}
