import { policies, policyById } from '@/lib/policies/index';
import { asRecorded } from '@/lib/policies/presets/as-recorded';
import type { Policy } from '@/lib/policies/shape/policy';

interface PresetOptionsProps {
  /** Listed, too, if it is no preset. */
  readonly policy: Policy;
  /** Whether the rules that made the recording are known: otherwise they cannot be chosen. */
  readonly knowsRecorded: boolean;
}

/** The options of a list of presets. */
export function PresetOptions({ policy, knowsRecorded }: PresetOptionsProps) {
  return (
    <>
      {policyById(policy.id) === undefined && <option value={policy.id}>{policy.title}</option>}
      {policies.map((preset) => {
        const isUnknown = preset === asRecorded && !knowsRecorded;
        return (
          <option key={preset.id} value={preset.id} disabled={isUnknown}>
            {isUnknown ? 'As recorded (unknown rules)' : preset.title}
          </option>
        );
      })}
    </>
  );
}
