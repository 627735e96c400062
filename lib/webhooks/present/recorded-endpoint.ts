// Hides the secret parts of URLs in events that earlier releases have recorded with complete URLs. docs/decisions/0133
import * as z from 'zod';
import { webhookFormats } from '#lib/webhooks/rules/formats.ts';
import { shownUrl } from '#lib/webhooks/rules/shown-url.ts';

interface Recorded {
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

const format = z.enum(webhookFormats).catch('json');

export function presentRecordedEndpoint({ data, changes }: Recorded): Recorded {
  const formats = [data.format, changes.format?.before].map((given) => format.parse(given));
  const secretFormat = formats.find((given) => given !== 'json') ?? 'json';
  const shown = (url: unknown) => (typeof url === 'string' ? shownUrl({ url, format: secretFormat }) : url);
  const { url } = changes;
  return {
    data: { ...data, url: shown(data.url) },
    changes:
      url === undefined
        ? changes
        : { ...changes, url: { before: shown(url.before), after: shown(url.after) } },
  };
}
