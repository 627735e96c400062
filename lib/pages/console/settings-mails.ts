// Lists the creators whose e-mails do not arrive.
import { type Affiliate, type Client, isApiError } from '#lib/client/index.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { creatorLink } from './creators/list.ts';
import { section } from './inputs.ts';
import { accountOf } from './show.ts';

/** The service itself makes few other changes of creators. */
const newestChanges = 100;
const shown = 25;

/** The API has no list of these creators, so the audit trail tells whose e-mails were stopped. */
async function readUndelivered({ affiliates, audit }: Client): Promise<readonly Affiliate[]> {
  const changes = { actorId: 'service', type: ['affiliate.updated' as const], limit: newestChanges };
  const { data } = await audit.list(changes);
  const stopped = data.filter(({ changes: { mailStatus } }) => mailStatus !== undefined);
  const ids = [...new Set(stopped.map(({ resourceId }) => resourceId))].slice(0, shown);
  const found = await Promise.all(
    ids.map((id) =>
      affiliates.get(id).catch((error: unknown) => {
        if (isApiError(error, 'affiliate_not_found')) return undefined;
        throw error;
      }),
    ),
  );
  return found.filter((creator) => creator !== undefined && creator.mailStatus !== 'ok') as Affiliate[];
}

export async function mailsHtml(c: PageContext): Promise<Html> {
  const { api, texts } = visitOf(c);
  const its = texts.mailSettings;
  const { me } = await accountOf(c);
  if (me.role !== 'admin') return html``;
  const list = table(c, {
    caption: its.undelivered,
    rows: await readUndelivered(api),
    empty: its.none,
    columns: [
      { title: its.creator, cell: (row) => creatorLink(texts, row) },
      { title: texts.creators.email, cell: ({ email }) => email },
      { title: its.why, cell: ({ mailStatus }) => its.statuses[mailStatus] ?? mailStatus },
    ],
  });
  return section(its.undelivered, html`<p>${its.undeliveredHint}</p>${list}`);
}
