import type { ListedModel } from '@/lib/api/list-models';
import { providerOf } from '@/lib/economics/model-provider';
import type { Provider } from '@/lib/transcript/validate-request';
import { useModels } from './models';

const titles: Readonly<Record<Provider, string>> = {
  anthropic: 'Anthropic API (key required)',
  openai: 'OpenAI-compatible server',
};

/** For a select: the available models by API, and the chosen one even if it is not among them. */
export function ModelOptions({ chosen }: { readonly chosen: string }) {
  const models = useModels();
  const isListed = chosen === '' || models.some(({ id }) => id === chosen);
  return (
    <>
      {!isListed && <option value={chosen}>{chosen}</option>}
      <ModelGroup provider="anthropic" models={models} />
      <ModelGroup provider="openai" models={models} />
    </>
  );
}

interface ModelGroupProps {
  readonly provider: Provider;
  readonly models: readonly ListedModel[];
}

function ModelGroup({ provider, models }: ModelGroupProps) {
  const own = models.filter(({ id }) => providerOf(id) === provider);
  if (own.length === 0) return null;
  return (
    <optgroup label={titles[provider]}>
      {own.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}
