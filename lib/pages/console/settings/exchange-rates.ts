// Lists and sets the exchange rates of the brand, for orders in another currency.
import type { ExchangeRate } from '#lib/client/index.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field, hidden, stackedForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, section } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import type { Language } from '#lib/pages/shared/texts/texts.ts';
import { inSettings } from './frame.ts';

const path = '/console/settings/exchange-rates';

/** The currencies of ISO 4217 that orders can have besides that of the brand. */
const othersThan = (own: string): readonly string[] =>
  Intl.supportedValuesOf('currency').filter((code) => code !== own);

/** The names of the currencies, in their order. */
function namesIn(language: Language, codes: readonly string[]) {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return codes
    .map((code) => [code, `${names.of(code)} (${code})`] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language));
}

function chooserHtml({ c, language, texts: { exchangeRates: its }, brand }: Page, currency: string): Html {
  const options = namesIn(language, othersThan(brand.currency));
  return html`<form method="get" action="${path}" class="filters">
${field(c, 'currency', its.currency, { options, value: currency, isFilter: true })}<button class="secondary">${its.show}</button></form>`;
}

function formHtml({ c, texts: { exchangeRates: its, common }, brand, today }: Page, currency: string): Html {
  const fields = html`${hidden('currency', currency)}
${field(c, 'rates.0.day', its.day, { type: 'date', value: today, required: true })}
${field(c, 'rates.0.rate', its.rate(currency, brand.currency), { hint: its.hint, inputmode: 'decimal', required: true })}`;
  return section(its.set(currency), stackedForm(path, fields, common.save));
}

const ratesPage = consolePage(
  async ({ c, api, problem }) => {
    const { brand } = await accountOf(c);
    const asked = problem?.form.text('currency') ?? c.req.query('currency');
    const usual = brand.currency === 'USD' ? 'EUR' : 'USD';
    const currency = oneOf(asked, othersThan(brand.currency)) ?? usual;
    return { currency, found: await api.exchangeRates.list(currency, pageOf(c)) };
  },
  (page, { currency, found }) => {
    const { c, texts, format, brand, isAdmin } = page;
    const { exchangeRates: its, settings } = texts;
    const list = listHtml<ExchangeRate>(c, { title: its.title, none: its.none(currency) }, found, [
      [its.day, ({ day }) => format.calendarDay(day)],
      [its.rate(currency, brand.currency), ({ rate }) => format.exact(rate), 'number'],
    ]);
    const body = html`<p>${its.intro(brand.currency)}</p>${chooserHtml(page, currency)}${list}
${isAdmin ? formHtml(page, currency) : nothing}`;
    return { title: settings.title, body };
  },
  inSettings,
);

/** German writes decimals after a comma. English separates thousands with it, so the API refuses it there. */
const set: Run = async ({ api, language }, form) => {
  const currency = form.text('currency');
  const { 'rates.0.day': day, 'rates.0.rate': entered } = form.texts('rates.0.day', 'rates.0.rate');
  const rate = language === 'de' ? entered.replace(',', '.') : entered;
  await api.exchangeRates.set(currency, { rates: [{ day, rate }] });
  return pathWith(path, { currency, done: 'rateSet' });
};

export function addExchangeRates(app: Pages): void {
  addPage(app, path, ratesPage, { '': set });
}
