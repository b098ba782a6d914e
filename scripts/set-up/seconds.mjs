export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
