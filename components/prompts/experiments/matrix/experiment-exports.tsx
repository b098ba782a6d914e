import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import {
  type ExportedExperiment,
  experimentCsv,
  experimentJson,
  experimentMarkdown,
} from '@/lib/state/experiments/exported-experiment';

/** Exports the matrix shown, or all answers. */
export function ExperimentExports(exported: ExportedExperiment) {
  const files = [
    { name: 'CSV', type: 'text/csv', ending: 'csv', content: () => experimentCsv(exported) },
    { name: 'JSON', type: 'application/json', ending: 'json', content: () => experimentJson(exported) },
    {
      name: 'Markdown',
      type: 'text/markdown',
      ending: 'md',
      content: () => experimentMarkdown(exported, exported.experiment.score),
    },
  ];
  return files.map(({ name, type, ending, content }) => (
    <Button key={name} onClick={() => saveFile(`experiment.${ending}`, new Blob([content()], { type }))}>
      {name}
    </Button>
  ));
}
