// Disables an endpoint that cannot receive events, and tells the admins.
import type { Brand } from '#lib/access/brands/schema.ts';
import { queueEmail } from '#lib/access/email/writes.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import { disabledEndpoint } from '#lib/outlets/webhooks/rules/endpoint.ts';
import type { DisabledReason } from '#lib/outlets/webhooks/rules/formats.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { changeEndpoint } from '#lib/outlets/webhooks/writes.ts';

/** The brand of an endpoint, and its admins. A test twin has the admins of the brand that it belongs to. */
export type ReadAdmins = (
  brandId: string,
) => Promise<{ readonly brand: Brand; readonly emails: readonly string[] }>;

type Reason = Exclude<DisabledReason, 'request'>;

const kinds = { gone: 'webhookGone', failing: 'webhookFailing' } as const;

/** A user who changes the endpoint at the same moment wins: the next failure decides again. */
export async function disableEndpoint(
  endpoint: WebhookEndpoint,
  reason: Reason,
  since: { readonly at: Date; readonly failingSince: string | null },
  readAdmins: ReadAdmins,
): Promise<void> {
  const { brand, emails } = await readAdmins(endpoint.brandId);
  const shared = {
    kind: kinds[reason],
    brandId: brand.id,
    brandName: brand.name,
    link: null,
    endpoint: {
      id: endpoint.id,
      host: new URL(endpoint.url).host,
      isTest: brand.testOf !== undefined,
    },
  };
  const letters = emails.map((to) => queueEmail({ ...shared, to }, since.at));
  try {
    await transact([changeEndpoint(endpoint, disabledEndpoint(endpoint, reason, since)), ...letters]);
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
  }
}
