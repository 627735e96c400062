// Defines how long an API key is accepted after its rotation.
export const defaultOverlapHours = 24;
export const maxOverlapHours = 168;
