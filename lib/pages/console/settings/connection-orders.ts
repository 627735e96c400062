// Changes how the orders of a shop count, and the access to its API, with which codes become coupons.
import type { Connection, ConnectionChanges } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import { boxes, buttonForm, field, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, section, whenever } from '#lib/pages/shared/html.ts';
import { path } from './connections.ts';

const parts = ['includeTax', 'includeShipping'] as const;

function countingHtml({ c, texts: { connections: its, common }, id }: Page, { settings }: Connection): Html {
  const { orderIdPrefix, attributeNames } = settings;
  const on = parts.filter((part) => settings[part] === true);
  const name = (attribute: 'clickId' | 'trackingCode') =>
    field(c, `settings.attributeNames.${attribute}`, its.attributes[attribute] ?? attribute, {
      value: attributeNames?.[attribute] ?? '',
      placeholder: attribute,
    });
  const prefix = { value: orderIdPrefix ?? '', hint: its.prefixHint, maxlength: 20 };
  const fields = html`${boxes(c, 'parts', its.alsoEarn, { options: optionsOf(its.parts), on })}
${field(c, 'settings.orderIdPrefix', its.prefix, prefix)}${name('clickId')}${name('trackingCode')}`;
  return section(its.counting, stackedForm(`${path}/${id}/orders`, fields, common.save));
}

function couponsHtml({ c, texts: { connections: its, common }, id }: Page, shop: Connection): Html {
  const { type, makesCoupons } = shop;
  const secret = { type: 'password', autocomplete: 'off', spellcheck: 'false', required: true };
  const fields = html`${whenever(type !== 'stripe', () =>
    field(c, 'access.storeUrl', its.storeUrl, { type: 'url', placeholder: 'https://', required: true }),
  )}${field(c, 'access.key', its.accessKeys[type] ?? type, secret)}
${whenever(type === 'woocommerce', () => field(c, 'access.secret', its.accessSecret, secret))}`;
  const off = buttonForm(`${path}/${id}/no-coupons`, its.couponsOff, { kind: 'danger outline' });
  return section(
    its.coupons,
    html`<p>${makesCoupons ? its.couponsOn : its.couponsHint}</p>
${stackedForm(`${path}/${id}/coupons`, fields, common.save)}${whenever(makesCoupons, () => off)}`,
  );
}

export const orderFormsHtml = (page: Page, connection: Connection): Html =>
  html`${countingHtml(page, connection)}${couponsHtml(page, connection)}`;

const change =
  (changes: (form: Parameters<Run>[1]) => ConnectionChanges): Run =>
  async ({ api, id }, form) => {
    await api.connections.update(id, changes(form));
    return `${path}/${id}?done=saved`;
  };

/** The API replaces all settings at once. */
export const orderForms: Readonly<Record<string, Run>> = {
  '/orders': change((form) => ({
    settings: {
      includeTax: form.all('parts').includes('includeTax'),
      includeShipping: form.all('parts').includes('includeShipping'),
      orderIdPrefix: form.optional('settings.orderIdPrefix'),
      attributeNames: {
        clickId: form.optional('settings.attributeNames.clickId'),
        trackingCode: form.optional('settings.attributeNames.trackingCode'),
      },
    },
  })),
  '/coupons': change((form) => ({
    access: {
      storeUrl: form.optional('access.storeUrl'),
      key: form.text('access.key'),
      secret: form.optional('access.secret'),
    },
  })),
  '/no-coupons': change(() => ({ access: null })),
};
