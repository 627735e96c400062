// Names the paths that pages and handlers share.

/** The address of the API in the documents. A stage shows its own instead. */
export const localAddress = 'http://localhost:3000/v1';

export const notFoundPath = '/not-found';
