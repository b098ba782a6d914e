export { Random } from '../../lib/rows/statistics/random';
