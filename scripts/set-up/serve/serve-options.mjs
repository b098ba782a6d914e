import util from 'node:util';

/**
 * Parses the arguments of `npm start` and `npm run dev`: `{ port?, open }`, or `{ problem }` to display. `port` is only
 * set if it was given.
 */
export function serveOptions(parameters, environment) {
  let values;
  try {
    values = util.parseArgs({
      args: parameters,
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    }).values;
  } catch (error) {
    return { problem: `${error.message}\nOptions: --port N, --no-open.` };
  }
  const chosen = portFrom(values.port ?? environment.PORT);
  return chosen.problem === undefined ? { open: values['no-open'] !== true, ...chosen } : chosen;
}

/** `{ port }`, `{}` if none was given, or `{ problem }`. */
export function portFrom(asked) {
  if (asked === undefined || asked === '') return {};
  const port = Number(asked);
  if (!/^\d+$/.test(asked) || port < 1 || port > 65_535) {
    return { problem: `Invalid port "${asked}": must be a number from 1 to 65535.` };
  }
  return { port };
}
