// Shows, replaces and removes the logo of the brand.
import type { Logo } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { formHandler, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { buttonForm, field } from '#lib/pages/shared/forms.ts';
import { buttons, type Html, html, nothing, section, whenever } from '#lib/pages/shared/html.ts';
import { logoHtml } from '#lib/pages/shared/layout.ts';
import { Refusal, recover } from '#lib/pages/shared/submit.ts';
import { path } from './frame.ts';

const action = `${path}/brand/logo`;
const maxBytes = 65_536;

export function logoSection({ c, texts: { logo: its }, isAdmin, brand }: Page): Html {
  const { logoUrl } = brand.portal;
  const limit = { 'data-max-bytes': maxBytes, 'data-too-large': its.refused };
  const file = { type: 'file', accept: 'image/png,image/jpeg,image/webp', required: true, hint: its.hint };
  const form = (): Html =>
    html`<form method="post" action="${action}" enctype="multipart/form-data" class="stacked">
${field(c, 'data', its.file, { ...file, ...limit })}<button>${its.upload}</button></form>`;
  const remove = (): Html =>
    buttons(buttonForm(`${action}/remove`, its.remove, { kind: 'secondary outline', confirm: its.confirm }));
  const shown = logoUrl === null ? html`<p>${its.none}</p>` : html`<p>${logoHtml(logoUrl)}</p>`;
  return section(
    its.title,
    html`${shown}${whenever(isAdmin, form)}${isAdmin && logoUrl !== null ? remove() : nothing}`,
    'logo',
  );
}

const upload: Run = async ({ c, api, texts: { logo: its } }) => {
  const { data: file } = await c.req.parseBody();
  const isFile = file instanceof File && file.size <= maxBytes;
  if (!isFile) throw new Refusal(its.refused, 'data');
  const contentType = file.type as Logo['contentType'];
  const data = Buffer.from(await file.arrayBuffer()).toString('base64');
  await recover(api.brands.setLogo({ contentType, data }), [400], (): never => {
    throw new Refusal(its.refused, 'data');
  });
  return `${path}?done=saved`;
};

const remove: Run = async ({ api }) => {
  await api.brands.deleteLogo();
  return `${path}?done=saved`;
};

export function addLogo(app: Pages, page: PageHandler): void {
  app.post(action, formHandler(page, upload));
  app.post(`${action}/remove`, formHandler(page, remove));
}
