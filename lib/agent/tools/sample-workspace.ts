import { asArray, asObject, asText, parseJson } from '../../base/json';

/** The initial repository of a run, by path. Its files are served unchanged, with an index. */
export async function sampleWorkspace(
  fetchText: (path: string) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const index = parseJson(await fetchText('index.json'));
  const paths = index.ok ? asArray(asObject(index.value)?.files)?.flatMap((path) => asText(path) ?? []) : undefined;
  if (paths === undefined) throw new Error('index.json lists no files');
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await fetchText(path)] as const)));
}
