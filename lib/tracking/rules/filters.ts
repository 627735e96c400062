// What a request tells of who made it: a person or a machine, on what device, sent by whom. Nothing of it is stored but
// the verdict. Without zod: the tracking link asks the same.
import { isbot } from 'isbot';
import type { Device, OwnReason } from './click-kinds.ts';

/** Those that fetch a page to show what a link in a message leads to. */
const previews =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|telegrambot|discordbot|linkedinbot|^whatsapp\/|skypeuripreview|microsoftpreview|redditbot|pinterestbot|pinterest\/0|vkshare|iframely|embedly|bitlybot|cardyb|mastodon\/|google-pagerenderer|snap url preview/i;

type Machine = Extract<OwnReason, 'preview' | 'bot'>;

/** What machine a user agent says it is of; null for a browser. */
export function machineOf(userAgent: string | undefined): Machine | null {
  if (previews.test(userAgent ?? '')) return 'preview';
  return isbot(userAgent) ? 'bot' : null;
}

/** How a click was asked for, beside by whom. */
interface Asked {
  readonly creatorEarns: boolean;
  /** Whether the campaign is active; true where the click names none. */
  readonly campaignRuns: boolean;
  readonly isHead?: boolean;
  readonly isPrefetch?: boolean;
}

/** What keeps a click from counting, as far as the click alone tells: who asked, then how, then for what. */
export function filterFor(machine: Machine | null, asked: Asked): OwnReason | null {
  const { creatorEarns, campaignRuns, isHead = false, isPrefetch = false } = asked;
  if (machine !== null) return machine;
  if (isPrefetch) return 'prefetch';
  if (isHead) return 'head';
  return creatorEarns && campaignRuns ? null : 'inactive';
}

export const filterOf = ({
  userAgent,
  ...asked
}: Asked & { readonly userAgent: string | undefined }): OwnReason | null =>
  filterFor(machineOf(userAgent), asked);

/** The headers by which browsers say that nobody has clicked yet; all names in lower case. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a browser asks in advance: `sec-purpose: prefetch;prerender`, and what browsers said before that. */
export const isPrefetch = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  purposeHeaders.some((name) => {
    const purpose = headers[name];
    return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
  });

/** The first that fits. Tablets say that they are Android, too, and phones that they are Linux. */
const signsOfDevices: readonly (readonly [RegExp, Device])[] = [
  [/\btv\b|smart-?tv|googletv|appletv|bravia|roku/i, 'other'],
  [/ipad|playbook|kindle|\bsilk\/|android(?!.*\bmobi)/i, 'tablet'],
  [/\bmobi|iphone|ipod|windows phone|opera mini/i, 'mobile'],
  [/windows nt|macintosh|\bcros\b|x11|\blinux\b/i, 'desktop'],
];

export const deviceOf = (userAgent: string | undefined): Device =>
  signsOfDevices.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? 'other';

/** Of a longer host the end is kept, which says whose it is. */
const maxHostLength = 64;

/** The host of a referring page; null where there is none that can be read. Paths and queries are not kept. */
export const referrerHost = (referrer: string | undefined): string | null =>
  URL.parse(referrer ?? '')?.hostname.slice(-maxHostLength) || null;
