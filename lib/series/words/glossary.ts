import { contextTerms } from './glossary-context';
import type { GlossaryEntry } from './glossary-entry';
import { fateTerms } from './glossary-fates';
import { layerTerms } from './glossary-layers';

const terms = { ...contextTerms, ...layerTerms, ...fateTerms };

export type TermName = keyof typeof terms;

/** The words of the engine, for whoever meets one for the first time. */
export const glossary: Readonly<Record<TermName, GlossaryEntry>> = terms;
