import { useModels } from './models';

/** For a select: the available models, and the chosen one even if it is not among them. */
export function ModelOptions({ chosen }: { readonly chosen: string }) {
  const models = useModels();
  const isListed = chosen === '' || models.some(({ id }) => id === chosen);
  return (
    <>
      {!isListed && <option value={chosen}>{chosen}</option>}
      {models.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </>
  );
}
