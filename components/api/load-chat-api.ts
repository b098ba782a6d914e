import { type ChatApi, createChatApi } from '@/lib/api/openai/chat-api';

export { listChatModels } from '@/lib/api/openai/list-chat-models';

/** The proxy of this page. */
export function chatApiWith(key: string | undefined): ChatApi {
  return createChatApi({ baseUrl: `${location.origin}/api/openai`, key });
}
