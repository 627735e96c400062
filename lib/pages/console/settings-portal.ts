// Shows the address of the portal in its settings.
import { copyButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { publicUrl } from '#lib/pages/shared/environment.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { section } from './inputs.ts';
import { accountOf } from './show.ts';

export async function portalHtml(c: PageContext): Promise<Html> {
  const { portalSettings: its, applicants } = visitOf(c).texts;
  const { brand } = await accountOf(c);
  const address = `${new URL(publicUrl()).origin}/creators/${brand.slug}`;
  return section(
    its.address,
    html`<p>${its.addressHint}</p><p class="link"><a href="${address}">${address}</a> ${copyButton(c, address)}</p>
<p><a href="/console/creators/applicants">${applicants.title}</a></p>`,
  );
}
