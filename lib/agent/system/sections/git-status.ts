import { emptySection } from './section';

export const gitStatus = emptySection('git-status', 'Git status', 'The workspace is no git repository.');
