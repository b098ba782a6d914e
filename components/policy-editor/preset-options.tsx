import { policyById, policyGroups } from '@/lib/policies/index';
import { asRecorded } from '@/lib/policies/presets/as-recorded';
import type { Policy } from '@/lib/policies/shape/policy';
import { isOffered } from '@/lib/state/policy/offered-preset';

interface PresetOptionsProps {
  /** Listed, too, if it is no preset. */
  readonly policy: Policy;
  /** Of the agent that made the recording, listed first. Null where there is a recording, and its rules are unknown. */
  readonly recordedBy?: Policy | null | undefined;
}

/** The options of a list of presets. */
export function PresetOptions({ policy, recordedBy }: PresetOptionsProps) {
  return (
    <>
      {policyById(policy.id) === undefined && <option value={policy.id}>{policy.title}</option>}
      {recordedBy === null && (
        <option value={asRecorded.id} disabled>
          As recorded (unknown rules)
        </option>
      )}
      {recordedBy != null && (
        <optgroup label="The agent of this session">
          <option value={recordedBy.id}>{recordedBy.title}</option>
        </optgroup>
      )}
      {policyGroups.map(({ title, policies }) => (
        <optgroup key={title} label={title}>
          {policies
            .filter((preset) => isOffered(preset, policy, recordedBy))
            .map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.title}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  );
}
