// Shows how a creator is paid.
import type { MaskedPayoutDetails, PayoutDetails } from '#lib/client/index.ts';
import { idIn } from '#lib/pages/console/inputs.ts';
import { type Account, accountOf } from '#lib/pages/console/show.ts';
import { type Fact, facts, linkButton, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { creatorPath } from './list.ts';

export const paymentPath = (c: PageContext): string => `${creatorPath(idIn(c))}/payment`;

export interface Payment {
  readonly its: PayoutDetails;
  /** The person who has changed the details last. Undefined for members and in test mode, because they have no audit trail. */
  readonly who: string | undefined;
}

export async function readPayment(c: PageContext, id: string): Promise<Payment> {
  const { api, texts } = visitOf(c);
  const { me, clock } = await accountOf(c);
  // The audit trail has no test mode.
  const hasAudit = me.role === 'admin' && clock === undefined;
  const type = ['affiliate.payout_details_changed' as const];
  const [its, changes] = await Promise.all([
    api.payoutDetails.get(id),
    hasAudit ? api.audit.list({ resourceId: id, type, limit: 1 }) : undefined,
  ]);
  const actor = changes?.data[0]?.actor;
  if (actor === undefined) return { its, who: undefined };
  if (actor.type !== 'user' || actor.id === null)
    return { its, who: texts.creators.actors[actor.type] ?? actor.type };
  if (actor.id === me.id) return { its, who: me.name || me.email };
  const user = await api.users.get(actor.id).catch(() => undefined);
  return { its, who: user?.name || user?.email || texts.creators.actors.user };
}

function methodText(c: PageContext, { type, ...values }: MaskedPayoutDetails): string {
  const { types: names } = visitOf(c).texts.details;
  return [names[type] ?? type, ...Object.values(values)].join(', ');
}

/** Null if files use the details already. */
function heldUntil(
  c: PageContext,
  { usableFrom, details }: PayoutDetails,
  { clock }: Account,
): string | null {
  const now = clock === undefined ? visitOf(c).now : new Date(clock.now);
  return details !== null && usableFrom !== null && new Date(usableFrom) > now ? usableFrom : null;
}

export function paymentHtml(c: PageContext, { its, who }: Payment, account: Account): Html {
  const texts = visitOf(c).texts.details;
  const { time } = account.format;
  const { details, formerDetails, tax, updatedAt } = its;
  const held = heldUntil(c, its, account);
  const former = formerDetails === null ? texts.noFormer : methodText(c, formerDetails);
  const all = (
    [
      details === null ? undefined : [texts.type, methodText(c, details)],
      held === null ? undefined : [texts.former, former],
      tax === null ? undefined : [texts.tax, `${tax.country}, ${tax.taxId}`],
      updatedAt === null
        ? undefined
        : [texts.changed, who ? texts.by(time(updatedAt), who) : time(updatedAt)],
    ] satisfies readonly (Fact | undefined)[]
  ).filter((one) => one !== undefined);
  const label = details === null ? texts.enter : texts.change;
  return html`<section id="payment"><h2>${texts.title}</h2>${whenever(details === null, () => notice('warning', texts.none))}
${held === null ? nothing : notice('warning', texts.held(time(held)))}${all.length === 0 ? nothing : facts(all)}
${whenever(account.me.role === 'admin', () => linkButton(paymentPath(c), label, 'secondary'))}</section>`;
}
