import util from 'node:util';

/** Fast checks of uncommitted changes. */
const STEPS_OF_A_CHANGE = ['types', 'lint', 'unit'];

/** Parses the arguments of `npm test`: `{ only, filters, long, changed }`, or `{ problem }` to display. */
export function testOptions(parameters, stepNames) {
  let parsed;
  try {
    parsed = util.parseArgs({
      args: parameters,
      options: {
        only: { type: 'string', multiple: true },
        long: { type: 'boolean' },
        changed: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return {
      problem: `${error.message}\nOptions: --only STEP, --changed, --long, and parts of test file names.`,
    };
  }
  const changed = parsed.values.changed === true;
  const usual = changed ? STEPS_OF_A_CHANGE : stepNames;
  const only = (parsed.values.only ?? usual).flatMap((names) => names.split(','));
  const unknown = only.find((name) => !stepNames.includes(name));
  if (unknown !== undefined) {
    return { problem: `Could not run the step "${unknown}": the steps are ${stepNames.join(', ')}.` };
  }
  const withoutChange = only.find((name) => changed && !STEPS_OF_A_CHANGE.includes(name));
  if (withoutChange !== undefined) {
    return {
      problem: `--changed only applies to the steps ${STEPS_OF_A_CHANGE.join(', ')}, not to "${withoutChange}".`,
    };
  }
  return { only, filters: parsed.positionals, long: parsed.values.long === true, changed };
}
