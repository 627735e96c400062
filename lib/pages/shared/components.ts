// Small parts of pages.
import { type PageContext, visitOf } from './context.ts';
import { type Html, html, nothing } from './html.ts';

export type Tone = 'good' | 'warning' | 'bad' | 'calm';

/** Tells the person about a result. Screen readers read a failure at once. */
export const notice = (tone: Tone, text: string | Html): Html =>
  html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`;

export const badge = (text: string, tone: Tone = 'calm'): Html =>
  html`<span class="badge ${tone}">${text}</span>`;

/** Names written from right to left must not change the order of the text around them. */
export const personName = (text: string): Html => html`<bdi>${text}</bdi>`;

/** A link that looks like a button. */
export const linkButton = (href: string, label: string, kind: 'primary' | 'secondary' = 'primary'): Html =>
  html`<a role="button" class="${kind === 'primary' ? '' : 'secondary outline'}" href="${href}">${label}</a>`;

/** The script shows the button, because nothing can be copied without it. */
export const copyButton = (c: PageContext, text: string): Html => {
  const { copy, copied } = visitOf(c).texts.common;
  return html`<button type="button" class="copy secondary outline" data-copy="${text}" data-copied="${copied}" hidden>${copy}</button>`;
};

export const emptyState = (text: string, action: Html = nothing): Html =>
  html`<div class="empty"><p>${text}</p>${action}</div>`;

/** A name and its value, such as the fields of a payout. */
export type Fact = readonly [name: string, value: Html | string | number];

export const facts = (all: readonly Fact[]): Html =>
  html`<dl class="facts">${all.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

export interface Figure {
  readonly label: string;
  readonly value: string | Html;
  readonly hint?: string | undefined;
  readonly href?: string;
}

const figure = ({ label, value, hint, href }: Figure): Html =>
  html`<li><span>${href === undefined ? label : html`<a href="${href}">${label}</a>`}</span>
<strong>${value}</strong>${hint === undefined ? nothing : html`<small>${hint}</small>`}</li>`;

/** Large numbers side by side. */
export const figures = (all: readonly Figure[]): Html => html`<ul class="figures">${all.map(figure)}</ul>`;
