// Gives an order to a creator, cancels one, and records one that is missing.
import { addSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import { creatorField, enteredCreator, offerCreators } from '#lib/pages/console/creators/entered.ts';
import { currenciesBut, namedCurrencies } from '#lib/pages/console/currencies.ts';
import { accountOf, consolePage } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field, stackedForm } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { orderPath } from './list.ts';

/** An order of an earlier day counts as one of its noon. The API refuses a text that is no day. */
const noonOf = (timezone: string, day: string): string =>
  Number.isNaN(Date.parse(day))
    ? day
    : addSeconds(dayStart(timezone, day), 12 * secondsPerHour).toISOString();

const newOrderPath = '/console/orders/new';

const reasonIts = { required: true, maxlength: 500 };

const attributionPage = consolePage(
  (visit) =>
    Promise.all([visit.api.conversions.get(visit.id, { expand: ['affiliate'] }), offerCreators(visit)]),
  ({ c, texts, id }, [{ orderId, affiliate }, offer]) => {
    const { orders: its, input } = texts;
    const present = { ...offer, value: offer.value || (affiliate?.email ?? '') };
    const fields = html`${creatorField(c, 'affiliateId', its.creator, present, { hint: `${input.creatorHint} ${its.nobodyHint}`, required: false })}
${field(c, 'reason', its.reason, reasonIts)}`;
    const body = html`<p>${its.attributeHint}</p>${stackedForm(`${orderPath(id)}/attribution`, fields, its.attribute)}`;
    return { title: its.heading(orderId), body, isNarrow: true };
  },
);

const attribute: Run = async (visit, form) => {
  const isNobody = form.optional('affiliateId') === undefined;
  const affiliateId = isNobody ? null : (await enteredCreator(visit, form, 'affiliateId')).id;
  await visit.api.conversions.attribute(visit.id, { affiliateId, reason: form.text('reason') }, once(form));
  return `${orderPath(visit.id)}?done=attributed`;
};

const cancellationPage = consolePage(
  ({ api, id }) => api.conversions.get(id),
  ({ c, texts: { orders: its }, id }, { orderId }) => {
    const fields = field(c, 'reason', its.reason, reasonIts);
    const body = html`<p>${its.cancelHint}</p>${stackedForm(`${orderPath(id)}/cancellation`, fields, its.cancel)}`;
    return { title: its.heading(orderId), body, isNarrow: true };
  },
);

const cancel: Run = async ({ api, id }, form) => {
  await api.conversions.cancel(id, { reason: form.text('reason') }, once(form));
  return `${orderPath(id)}?done=orderCanceled`;
};

const newOrderPage = consolePage(offerCreators, ({ c, language, texts, today, brand }, offer) => {
  const { orders: its } = texts;
  const own = namedCurrencies(language, [brand.currency]);
  const currencies = [...own, ...namedCurrencies(language, currenciesBut(brand.currency))];
  const fields = html`${field(c, 'orderId', its.orderId, { value: c.req.query('orderId') ?? '', required: true })}
${field(c, 'amount', its.amount, { hint: its.amountHint, inputmode: 'decimal', required: true })}
${field(c, 'currency', its.currency, { hint: its.currencyHint(brand.currency), options: currencies })}
${field(c, 'occurredAt', its.day, { hint: its.dayHint, type: 'date', value: today, required: true })}
${creatorField(c, 'trackingCode', its.creator, offer)}`;
  return { title: its.add, body: stackedForm(newOrderPath, fields, its.add), isNarrow: true };
});

const create: Run = async (visit, form) => {
  const { brand, today } = await accountOf(visit.c);
  const { trackingCode } = await enteredCreator(visit, form, 'trackingCode');
  const day = form.optional('occurredAt');
  const order = {
    ...{ orderId: form.text('orderId'), amount: form.number('amount'), trackingCode },
    currency: form.optional('currency'),
    occurredAt: day === today ? undefined : day && noonOf(brand.timezone, day),
  };
  const { id } = await visit.api.conversions.create(order, once(form));
  return `${orderPath(id)}?done=recorded`;
};

/** Before the page of an order, whose path has the same form. */
export function addOrderChanges(app: Pages): void {
  addPage(app, newOrderPath, newOrderPage, { '': create });
  addPage(app, '/console/orders/:id/attribution', attributionPage, { '': attribute });
  addPage(app, '/console/orders/:id/cancellation', cancellationPage, { '': cancel });
}
