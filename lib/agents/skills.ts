import type { InstructionTree } from '../instructions/instruction-tree';
import { withoutTags } from './agent-list';
import type { AgentPlaces } from './agents-in';
import { frontMatterFields } from './front-matter-fields';

type SkillPlaces = Pick<AgentPlaces, 'root' | 'home'>;

export interface Skill {
  readonly name: string;
  readonly path: string;
  /** Without its front matter. */
  readonly text: string;
}

const FILE = '/SKILL.md';

/** [O2] Of two with one name, that of the user counts. */
export function skillsIn(tree: InstructionTree, places: SkillPlaces): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const all = [...tree.list()].filter((path) => path.endsWith(FILE));
  for (const folder of [`${places.root}/.claude/skills/`, `${places.home}/.claude/skills/`]) {
    for (const path of all) {
      const name = path.startsWith(folder) ? path.slice(folder.length, -FILE.length) : '';
      if (name !== '' && !name.includes('/')) paths.set(name, path);
    }
  }
  return paths;
}

/** [O2] Those of an agent that there are. */
export function skillsNamed(names: readonly string[], tree: InstructionTree, places: SkillPlaces): readonly Skill[] {
  if (names.length === 0) return [];
  const paths = skillsIn(tree, places);
  return names.flatMap((name) => {
    const path = paths.get(name);
    return path === undefined ? [] : [{ name, path, text: frontMatterFields(tree.read(path) ?? '').body.trim() }];
  });
}

/** [O2] The part of an agent's system prompt with its skills. Undefined if it has none. */
export function skillsPrompt(skills: readonly Skill[]): string | undefined {
  if (skills.length === 0) return undefined;
  const texts = skills.map(({ name, path, text }) => `## ${name} (${path})\n${withoutTags(text)}`);
  return `# Skills\n\nYou know how to do the following. Use it where it fits the task.\n\n${texts.join('\n\n')}`;
}
