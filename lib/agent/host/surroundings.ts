import type { RunSurroundings } from '../run/live-context';
import { sections } from '../system/sections/index';
import { tools } from '../tools/tools';

export const surroundings: RunSurroundings = {
  system: sections,
  tools: tools.map(({ name, description, input }) => ({
    name,
    schemaText: JSON.stringify({ name, description, input_schema: input }),
  })),
};
