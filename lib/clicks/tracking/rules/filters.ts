// Classifies a click by its user agent, headers and referrer.
// This file must not import zod, because zod slows down the cold start of the tracking link.
import { isbot } from 'isbot';
import type { Device, OwnReason } from './click-kinds.ts';

const previewFetchers =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|telegrambot|discordbot|linkedinbot|^whatsapp\/|skypeuripreview|microsoftpreview|redditbot|pinterestbot|pinterest\/0|vkshare|iframely|embedly|bitlybot|cardyb|mastodon\/|google-pagerenderer|snap url preview/i;

type Machine = Extract<OwnReason, 'preview' | 'bot'>;

export function detectMachine(userAgent: string | undefined): Machine | null {
  if (previewFetchers.test(userAgent ?? '')) return 'preview';
  return isbot(userAgent) ? 'bot' : null;
}

interface ClickContext {
  readonly creatorEarns: boolean;
  readonly isHead?: boolean;
  readonly isPrefetch?: boolean;
}

export function filterReasonFor(machine: Machine | null, context: ClickContext): OwnReason | null {
  const { creatorEarns, isHead = false, isPrefetch = false } = context;
  if (machine !== null) return machine;
  if (isPrefetch) return 'prefetch';
  if (isHead) return 'head';
  return creatorEarns ? null : 'inactive';
}

export const filterReasonByUserAgent = ({
  userAgent,
  ...context
}: ClickContext & { readonly userAgent: string | undefined }): OwnReason | null =>
  filterReasonFor(detectMachine(userAgent), context);

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

export const isPrefetch = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  purposeHeaders.some((name) => {
    const purpose = headers[name];
    return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
  });

/** The first match wins, so the order matters: for example, the user agents of Android phones also contain `Linux`. */
const devicePatterns: readonly (readonly [RegExp, Device])[] = [
  [/\btv\b|smart-?tv|googletv|appletv|bravia|roku/i, 'other'],
  [/ipad|playbook|kindle|\bsilk\/|android(?!.*\bmobi)/i, 'tablet'],
  [/\bmobi|iphone|ipod|windows phone|opera mini/i, 'mobile'],
  [/windows nt|macintosh|\bcros\b|x11|\blinux\b/i, 'desktop'],
];

export const deviceOf = (userAgent: string | undefined): Device =>
  devicePatterns.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? 'other';

const paidSearch =
  /[?&](?:gclid|gbraid|wbraid|msclkid)=[^&]|[?&]utm_medium=(?:cpc|ppc|paid(?:.?search)?)(?![^&#])/i;

/** Ad networks name paid search in the address of the link, which the referrer can repeat. */
export const isPaidSearch = (query: string, referrer: string | undefined): boolean =>
  paidSearch.test(`?${query}`) || paidSearch.test(referrer ?? '');

/** A longer host is cut to its last characters, because they contain the domain. */
const maxHostLength = 64;

/** Returns only the host, because the path and the query may contain personal data. */
export const referrerHost = (referrer: string | undefined): string | null =>
  URL.parse(referrer ?? '')?.hostname.slice(-maxHostLength) || null;
