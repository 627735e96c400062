// Decides which part of the URL of a webhook endpoint is shown. Whoever knows the rest can post to the receiver. docs/decisions/0102
import type { WebhookFormat } from './formats.ts';

export const hiddenPart = '…';

/** On these hosts, the path of a URL is a secret, whatever the format of the endpoint is. */
const chatHost = /(^|\.)(slack|discord|discordapp)\.com\.?$/;

/** A shown URL is shown unchanged. */
export function shownUrl({ url, format }: { readonly url: string; readonly format: WebhookFormat }): string {
  const { origin, hostname } = new URL(url);
  if (format !== 'json' || chatHost.test(hostname)) return `${origin}/${hiddenPart}`;
  const [address = ''] = url.split(/[?#]/, 1);
  return address === url ? url : `${address}?${hiddenPart}`;
}
