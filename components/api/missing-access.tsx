import { useStore } from 'zustand';
import { ErrorNote } from '@/components/ui/error-note';
import { providerOf } from '@/lib/economics/model-provider';
import { apiAccess } from './api-stores';
import { useIsAvailable } from './use-has-key';

interface MissingAccessProps {
  /** The models that are about to be asked. */
  readonly models: readonly string[];
  /** What else the user can do. */
  readonly otherwise?: string;
}

/** Why requests to these models would fail. */
export function MissingAccess({ models, otherwise = '' }: MissingAccessProps) {
  const failure = useStore(apiAccess, ({ compatible }) => compatible.failure);
  const isAvailable = { anthropic: useIsAvailable('anthropic'), openai: useIsAvailable('openai') };
  const missing = (provider: keyof typeof isAvailable) =>
    !isAvailable[provider] && models.some((model) => providerOf(model) === provider);
  return (
    <>
      {missing('anthropic') && (
        <ErrorNote
          look="notice"
          what="No API key is set, here or on the server. The API will reject the request."
          advice={`Enter one under “Key”${otherwise}.`}
        />
      )}
      {missing('openai') && (
        <ErrorNote
          look="notice"
          what={failure?.what ?? 'The OpenAI-compatible server needs a key. It will reject the request.'}
          advice={failure?.advice ?? `Enter one under “Key”${otherwise}.`}
        />
      )}
    </>
  );
}
