// Reads lists through the handlers in this process.
import { listsBy } from './lists-with.ts';
import { send } from './service.ts';

export { idsOf, type PageSeen, type Query } from './lists-with.ts';

export const { readPage, walk } = listsBy(send);
