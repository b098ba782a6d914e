import * as v from 'valibot';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { count, forgivingObject, goodOf, ifGood, listOf, object, parseBy, text } from '../../base/schema';
import { compatibleModelId } from '../../economics/model-provider';
import type { ApiFailure } from '../api-failure';
import type { ListedModel } from '../list-models';
import type { ChatApi } from './chat-api';
import { chatFailure } from './chat-failure';

/** Only the id is in every list. Windows have a name for each server: gateways, vLLM, LM Studio, llama.cpp. */
const model = forgivingObject({
  id: text,
  context_length: ifGood(count),
  context_window: ifGood(count),
  max_model_len: ifGood(count),
  max_context_length: ifGood(count),
  meta: ifGood(forgivingObject({ n_ctx: ifGood(count) })),
});
const list = object({ data: v.pipe(listOf(v.unknown()), goodOf(model)) });

/** What the lists of large providers have besides models that write text. */
const OF_OTHER_KINDS =
  /embed|whisper|tts|dall-e|moderation|image|imagen|veo|audio|realtime|transcribe|sora|babbage|davinci|rerank|aqa\b/i;

/** The models of an OpenAI-compatible server. */
export async function listChatModels(
  api: ChatApi,
  signal?: AbortSignal,
): Promise<Result<readonly ListedModel[], ApiFailure>> {
  try {
    const response = await api.ask('/v1/models', undefined, signal);
    const listed = parseBy(list, await response.json());
    if (!listed.ok) throw new Error(listed.error);
    return ok(
      listed.value.data
        .filter(({ id }) => !OF_OTHER_KINDS.test(id))
        .map(({ id, meta, context_length, context_window, max_model_len, max_context_length }) => ({
          id: compatibleModelId(id, false),
          title: id,
          ...optional(
            'windowTokens',
            meta?.n_ctx ?? context_length ?? context_window ?? max_model_len ?? max_context_length,
          ),
        })),
    );
  } catch (error) {
    return fail(
      chatFailure(error, { tried: 'Listing the models of the OpenAI-compatible server', key: api.key, signal }),
    );
  }
}
