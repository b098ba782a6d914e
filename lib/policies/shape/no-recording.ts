/** Among the sources of a policy that was never compared with what its agent did. */
export const NO_RECORDING = 'No recording known: not checked';
