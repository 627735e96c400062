// Builds HTML, and small parts of pages. The tagged template escapes each text that it contains.
import { html } from 'hono/html';
import { type PageContext, visitOf } from './context.ts';

export { html, raw } from 'hono/html';
export type Html = ReturnType<typeof html>;

export const nothing: Html = html``;

export const whenever = (condition: boolean, content: () => Html): Html => (condition ? content() : nothing);

type Tone = 'good' | 'warning' | 'bad' | 'calm';
export type Tones = Readonly<Record<string, Tone>>;

/** Tells the person about a result. Screen readers read a failure at once. */
export const notice = (tone: Tone, text: string | Html): Html =>
  html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`;

export const badge = (text: string, tone: Tone = 'calm'): Html =>
  html`<span class="badge ${tone}">${text}</span>`;

const statusTones: Tones = {
  ...{ active: 'good', approved: 'good', accepted: 'good', paid: 'good', completed: 'good' },
  ...{ paused: 'warning', applied: 'warning', open: 'warning' },
  ...{ banned: 'bad', rejected: 'bad', failed: 'bad' },
};

/** The API adds statuses: one without a name shows itself. */
export const statusBadge = (names: Readonly<Record<string, string>>, status: string, tones?: Tones): Html =>
  badge(names[status] ?? status, tones?.[status] ?? statusTones[status]);

/** Names written from right to left must not change the order of the text around them. */
export const personName = (text: string): Html => html`<bdi>${text}</bdi>`;

export const section = (title: string, body: Html, id?: string): Html =>
  html`<section${id === undefined ? nothing : html` id="${id}"`}><h2>${title}</h2>${body}</section>`;

export const buttons = (...all: readonly Html[]): Html => html`<div class="buttons">${all}</div>`;

/** A link that looks like a button. */
export const linkButton = (href: string, label: string, kind: 'primary' | 'secondary' = 'primary'): Html =>
  html`<a role="button" class="${kind === 'primary' ? '' : 'secondary outline'}" href="${href}">${label}</a>`;

/** The script shows the button, because nothing can be copied without it. */
export const copyButton = (c: PageContext, text: string): Html => {
  const { copy, copied } = visitOf(c).texts.common;
  return html`<button type="button" class="copy secondary outline" data-copy="${text}" data-copied="${copied}" hidden>${copy}</button>`;
};

/** Content that can be wider than the page, such as a table with a column for each field of a file. The keyboard scrolls it, too. */
export const scrollable = (label: string, content: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${content}</div>`;

export const emptyState = (text: string, action: Html = nothing): Html =>
  html`<div class="empty"><p>${text}</p>${action}</div>`;

/** A name and its value, such as the fields of a payout. A fact without a value is not shown. */
type Fact = readonly [name: string, value: Html | string | number | null | undefined];

export const facts = (all: readonly Fact[]): Html =>
  html`<dl class="facts">${all
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

type Figure = readonly [label: string, value: string, hint?: string, href?: string];

/** Large numbers side by side. */
export const figures = (all: readonly Figure[]): Html =>
  html`<ul class="figures">${all.map(
    ([label, value, hint, href]) =>
      html`<li><span>${href === undefined ? label : html`<a href="${href}">${label}</a>`}</span>
<strong>${value}</strong>${hint === undefined ? nothing : html`<small>${hint}</small>`}</li>`,
  )}</ul>`;

type Choice = readonly [href: string, label: string, isCurrent: boolean];

/** Links of which one is the current one, such as periods. */
export const choice = (label: string, all: readonly Choice[]): Html =>
  html`<nav class="choice" aria-label="${label}"><ul>${all.map(
    ([href, text, isCurrent]) =>
      html`<li><a href="${href}"${isCurrent ? html` aria-current="true"` : nothing}>${text}</a></li>`,
  )}</ul></nav>`;
