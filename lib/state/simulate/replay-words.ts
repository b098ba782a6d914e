import { settingDifferences } from '../../series/tables/setting-differences';
import type { SettingsPlace } from '../../series/tables/sweepable-settings';
import { valueWords } from '../shared/setting-words';
import { isWhatIf, type SimulationView } from './simulated-session';

/** Names for two views that tell them apart: `Claude Code 2.1 with Reserve 9,000 tokens`. */
export function viewNames(
  wanted: SimulationView,
  shown: SimulationView,
  place: SettingsPlace,
): readonly [string, string] {
  const [first, ...others] = settingDifferences(wanted, shown, place);
  const more = others.length === 0 ? '' : `, ${others.length} more`;
  const nameOf = (view: SimulationView, side: 0 | 1) => {
    if (!isWhatIf(view)) return 'the recording';
    const { title } = view.policy;
    if (first === undefined || first.path === 'policy') return title;
    return `${title} with ${first.title} ${valueWords(first.values[side], first.unit)}${more}`;
  };
  return [nameOf(wanted, 0), nameOf(shown, 1)];
}
