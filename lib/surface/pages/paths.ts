// Names the paths that pages and handlers share.

/** The documents name this address of the API. A stage shows its own instead. */
export const localAddress = 'http://localhost:3000/v1';

export const notFoundPath = '/not-found';
