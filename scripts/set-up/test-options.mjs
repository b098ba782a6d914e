import util from 'node:util';

/** Reads what `npm test` takes: `{ only, filters, long }`, or `{ problem }` to be shown. */
export function testOptions(parameters, stepNames) {
  let parsed;
  try {
    parsed = util.parseArgs({
      args: parameters,
      options: { only: { type: 'string', multiple: true }, long: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    return { problem: `${error.message}\nKnown are --only STEP, --long and parts of the names of test files.` };
  }
  const only = (parsed.values.only ?? stepNames).flatMap((names) => names.split(','));
  const unknown = only.find((name) => !stepNames.includes(name));
  if (unknown !== undefined) {
    return { problem: `Cannot run the step "${unknown}": the steps are ${stepNames.join(', ')}.` };
  }
  return { only, filters: parsed.positionals, long: parsed.values.long === true };
}
