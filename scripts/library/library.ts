/** What `import … from 'highwater'` has: everything exported here is public. */
export { policies, policyById } from '../../lib/policies/index';
export type { Policy } from '../../lib/policies/shape/policy';
