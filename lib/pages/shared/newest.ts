// Shows the newest value of a field whose form was refused, because somebody else has changed the resource.
import { type PageContext, visitOf } from './context.ts';
import { type Html, html, nothing } from './html.ts';

interface Shown {
  readonly value?: string | number | undefined;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly problem?: { readonly isOutdated?: boolean } | undefined;
}

/** The own value stays in the field, and sending the form again replaces the newest one. */
export function newestHtml(c: PageContext, { value = '', options, problem }: Shown, sent: string): Html {
  const { newest, none } = visitOf(c).texts.common;
  if (problem?.isOutdated !== true || sent === String(value)) return nothing;
  const label = options?.find(([key]) => key === value)?.[1] ?? String(value);
  return html`<small class="error">${newest} <bdi>${label || none}</bdi></small>`;
}
