import { emptySection } from './section';

export const tokenBudget = emptySection(
  'token-budget',
  'Token budget',
  'The agent is told no budget. The limits of the run stop it from outside.',
);
