import { eraOf, type Policy, type PolicyLayer } from '../../policies/shape/policy';

/** What `changeSetting` cannot do, because it replaces a value and never removes one. */

/** Resets to the standard: all rows of a table, and a threshold in each era to that era's own. */
export function resetSetting(policy: Policy, path: string, standard: Policy): Policy {
  const [group = '', name = ''] = path.split('.');
  const { bands = [], eras } = policy;
  switch (group) {
    case 'policy':
      return withValueOf(policy, name, standard);
    case 'thresholds': {
      const usual = (index: number) => standard.eras[index] ?? eraOf(standard, undefined);
      const reset = eras.map((era, index) => ({
        ...era,
        thresholds: withValueOf(era.thresholds, name, usual(index).thresholds),
      }));
      return { ...policy, eras: reset };
    }
    case 'bands': {
      const usual = standard.bands?.find((band) => band.name === name);
      return { ...policy, bands: bands.map((band) => (band.name === usual?.name ? usual : band)) };
    }
    default: {
      const usual = standard.layers.find(({ layer }) => layer === group)?.settings;
      return withSettings(policy, group, (settings) => withValueOf(settings, name, usual ?? settings));
    }
  }
}

/** Without one row of a table. Row names may contain dots. */
export function withoutRow(policy: Policy, table: string, row: string): Policy {
  const [group = '', name = ''] = table.split('.');
  return withSettings(policy, group, (settings) =>
    Object.fromEntries(
      Object.entries(settings).map(([each, value]) => [each, each === name ? without(value, row) : value]),
    ),
  );
}

/** [M1] Results of an exempt tool are never cleared. */
export function withExemptTool(policy: Policy, tool: string, isExempt: boolean): Policy {
  const { exemptTools = [], ...rest } = policy;
  const others = exemptTools.filter((each) => each !== tool);
  const exempt = isExempt ? [...others, tool] : others;
  return exempt.length === 0 ? rest : { ...rest, exemptTools: exempt };
}

function withValueOf<Values extends object>(values: Values, name: string, usual: Values): Values {
  const value = Object.entries(usual).find(([each]) => each === name)?.[1];
  // Fields that may be missing in one may be missing in the other.
  return (value === undefined ? without(values, name) : { ...values, [name]: value }) as Values;
}

function without(values: object, name: string): object {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));
}

function withSettings(policy: Policy, id: string, change: (settings: object) => object): Policy {
  return {
    ...policy,
    layers: policy.layers.map((each) =>
      // The settings are made from those of the same layer.
      each.layer === id ? ({ ...each, settings: change(each.settings) } as PolicyLayer) : each,
    ),
  };
}
