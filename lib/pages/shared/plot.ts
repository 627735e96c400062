// Shows a series of days: the script draws it with uPlot, and everybody can open its table.
import { type PageContext, visitOf } from './context.ts';
import { type Html, html } from './html.ts';

interface Plot {
  readonly title: string;
  /** The whole period in large digits. */
  readonly total: string;
  /** For example the change since the period before. */
  readonly hint?: string | undefined;
  readonly days: readonly { readonly day: string; readonly value: number }[];
  readonly show: (value: number) => string;
  readonly showDay: (day: string) => string;
}

export function plot(c: PageContext, { title, total, hint, days, show, showDay }: Plot): Html {
  const { showNumbers, day } = visitOf(c).texts.common;
  const data = days.map((one) => [showDay(one.day), one.value, show(one.value)]);
  return html`<figure class="plot"><figcaption>${title}<strong>${total}</strong><small>${hint ?? ''}</small></figcaption>
<div class="canvas" data-plot="${JSON.stringify(data)}" aria-hidden="true"></div>
<details><summary>${showNumbers}<span class="hidden">: ${title}</span></summary>
<table><thead><tr><th scope="col">${day}</th><th scope="col" class="number">${title}</th></tr></thead>
<tbody>${days.map(
    (one) =>
      html`<tr><th scope="row">${showDay(one.day)}</th><td class="number">${show(one.value)}</td></tr>`,
  )}</tbody></table></details></figure>`;
}
