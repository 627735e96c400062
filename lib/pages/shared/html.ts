// Builds HTML. The tagged template escapes each text that it contains.
import { html } from 'hono/html';

export { html, raw } from 'hono/html';
export type Html = ReturnType<typeof html>;

export const nothing: Html = html``;

export const whenever = (condition: boolean, content: () => Html): Html => (condition ? content() : nothing);
