import type { AskModel } from './ask-model';

/** For each key, who asks with it. Without one the server's is used. */
export type ModelAsker = (key: string | undefined) => AskModel;

/** By way of the proxy at this address. The official SDK is large: it is loaded when a model is asked. */
export function modelAsker(baseUrl: string): ModelAsker {
  return (key) => async (body, options) => {
    const [{ createApi }, { askModel }] = await Promise.all([import('./create-api'), import('./ask-model')]);
    return askModel(createApi({ baseUrl, key }), body, options);
  };
}
