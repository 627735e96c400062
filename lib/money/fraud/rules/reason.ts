// Names the reason of a commission that a fraud rule has rejected. Creators read it.
export const fraudReason = 'The order matches a rule of the brand against fraud';
