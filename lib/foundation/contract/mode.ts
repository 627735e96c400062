// Defines the modes of API keys and requests.

/** `test` requests use the data of the brand's test twin. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** Selects the mode of a request with an access token. The mode of an API key is fixed. */
export const modeHeader = 'x-mode';
