// Lists and sets the exchange rates of the brand, for orders in another currency.
import type { ExchangeRate } from '#lib/client/index.ts';
import { currenciesBut, namedCurrencies } from '#lib/pages/console/currencies.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type FieldOptions, field, stackedForm } from '#lib/pages/shared/forms.ts';
import { emptyState, type Html, html, nothing, section } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';

const path = '/console/settings/exchange-rates';

const chooserHtml = ({ c, texts: { exchangeRates: its } }: Page, choice: FieldOptions): Html =>
  html`<form method="get" action="${path}" class="filters">
${field(c, 'currency', its.currency, choice)}<button class="secondary">${its.show}</button></form>`;

function formHtml({ c, texts, brand, today }: Page, choice: FieldOptions): Html {
  const { exchangeRates: its, common } = texts;
  const rate = { hint: its.hint, inputmode: 'decimal', required: true };
  const fields = html`${field(c, 'of', its.currency, choice)}
${field(c, 'rates.0.day', its.day, { type: 'date', value: today, required: true })}
${field(c, 'rates.0.rate', its.rateOfOne(brand.currency), rate)}`;
  return section(its.set, stackedForm(path, fields, common.save));
}

const ratesPage = consolePage(
  async ({ c, api, problem }) => {
    const { brand } = await accountOf(c);
    const asked = problem?.form.text('of') ?? c.req.query('currency');
    const usual = brand.currency === 'USD' ? 'EUR' : 'USD';
    const currency = oneOf(asked, currenciesBut(brand.currency)) ?? usual;
    return { currency, found: await api.exchangeRates.list(currency, pageOf(c)) };
  },
  (page, { currency, found }) => {
    const { c, language, texts, format, brand, isAdmin } = page;
    const { exchangeRates: its, settings } = texts;
    const options = namedCurrencies(language, currenciesBut(brand.currency));
    const choice = { options, value: currency, isFilter: true };
    // The currency is no filter to clear.
    const none = emptyState(its.none(currency));
    const list = listHtml<ExchangeRate>(c, { title: its.title, none: '' }, found, [
      [its.day, ({ day }) => format.calendarDay(day)],
      [its.rate(currency, brand.currency), ({ rate }) => format.exact(rate), 'number'],
    ]);
    const body = html`<p>${its.intro(brand.currency)}</p>${chooserHtml(page, choice)}${found.data.length === 0 ? none : list}
${isAdmin ? formHtml(page, choice) : nothing}`;
    return { title: settings.title, body };
  },
  inSettings,
);

const set: Run = async ({ api }, form) => {
  const currency = form.text('of');
  const rate = { day: form.text('rates.0.day'), rate: form.decimal('rates.0.rate') };
  await api.exchangeRates.set(currency, { rates: [rate] });
  return pathWith(path, { currency, done: 'rateSet' });
};

export function addExchangeRates(app: Pages): void {
  addPage(app, path, ratesPage, { '': set });
}
