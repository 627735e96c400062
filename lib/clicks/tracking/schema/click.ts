// Defines the request and response schemas of clicks on tracking links.
import * as z from 'zod';
import { filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { subIdPattern, subNames } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { subIds } from '#lib/clicks/tracking/schema/sub-ids.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { resourceName } from '#lib/foundation/shared/resource-names.ts';
import { codeInLink, linkCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';

const filterReason = z.enum(filterReasons).meta({ description: 'Why a click does not count.' });

export const trackingParams = z.strictObject({
  code: resourceName('trackingCode', linkCodePattern, z.string().overwrite(codeInLink)).meta({
    description:
      'The tracking code of a creator or the slug of a link, ignoring case, alone or with the prefix that it has in its link.',
    example: 'ada-summer',
  }),
});

export const linkParams = z.strictObject({
  code: resourceName('trackingCode', linkCodePattern).meta({
    description:
      'The tracking code of the creator. In test mode, `linkPrefix` of the test clock stands before it.',
    example: 'ada',
  }),
});

const subId = z
  .string()
  .regex(subIdPattern, 'Must have 1 to 64 printable ASCII characters other than `|` and `@`')
  .optional()
  .meta({ description: 'A text by which a creator tells posts apart.', example: 'story-7' });

export const subIdsInput = z
  .strictObject({ sub1: subId, sub2: subId, sub3: subId, sub4: subId, sub5: subId })
  .meta({
    id: 'SubIds',
    description: 'The parameters `sub1` to `sub5` of the link that the visitor followed.',
  });

export const recordInput = z
  .strictObject({
    campaignId: idSchema('campaign')
      .optional()
      .meta({
        description:
          'Campaign of the click. If it is not running, the click counts for the creator without the campaign, and the response ' +
          'has `campaignId: null`.',
      }),
    visitorId: z.string().min(1).max(128).optional().meta({
      description:
        'Your id of the visitor, used to detect duplicate clicks. Without it, every click counts as a new visitor.',
    }),
    userAgent: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: 'User agent of the visitor, used to detect bots and the device.' }),
    referrer: z
      .string()
      .max(2048)
      .optional()
      .meta({ description: 'URL of the referring page. Only its host is stored.' }),
    url: z
      .string()
      .max(2048)
      .optional()
      .meta({
        description:
          'Address that the visitor opened, with its query. Only whether it names paid search is stored, like for `referrer`: ' +
          '`gclid`, `gbraid`, `wbraid`, `msclkid`, or a `utm_medium` of `cpc`, `ppc` or `paid`.',
      }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 country code in capital letters, such as DE')
      .optional()
      .meta({ description: 'Country of the visitor (ISO 3166-1 alpha-2).', example: 'DE' }),
    subIds: subIdsInput
      .optional()
      .meta({ description: 'The sub ids of the link that the visitor followed.' }),
  })
  .default({})
  .meta({ id: 'ClickInput', description: 'A click that your server has received.' });

/** Other services add parameters to links (`fbclid`, `utm_source`). The landing page receives them. */
export const linkQuery = z.looseObject({
  campaignId: idSchema('campaign')
    .optional()
    .catch(undefined)
    .meta({
      override: {
        type: 'string',
        description:
          'Campaign whose landing page the link redirects to. The click counts for the campaign while it is running. An ' +
          'invalid id and an unknown campaign are ignored. The landing page of a draft is never used.',
      },
    }),
  to: z
    .string()
    .optional()
    .meta({
      description:
        'The page that the link leads to, percent-encoded: an `https` URL without port and user name, whose host is one of the ' +
        'brand’s `landingHosts`. Any other text is ignored, and the link leads to the landing page.',
      example: 'https://shop.acme.test/shoes',
    }),
  ...Object.fromEntries(
    subNames.map((name) => [
      name,
      z
        .string()
        .optional()
        .meta({
          description:
            'A sub id, which is stored with the click and appears in the receipt of its order: 1 to 64 printable ASCII characters ' +
            'other than `|` and `@`. Other texts are only passed on.',
          example: 'story-7',
        }),
    ]),
  ),
});

export const recordAnswer = z
  .object({
    clickId: idSchema('click').meta({
      description: 'The id of the click. Send it with an order of the visitor.',
    }),
    affiliateId: idSchema('affiliate').meta({ description: 'The creator of the tracking code.' }),
    trackingCode: z.string().meta({ description: 'The tracking code, in its own letter case.' }),
    campaignId: idSchema('campaign')
      .nullable()
      .meta({ description: 'The campaign that the click counts for. Null for none.' }),
    subIds: subIds
      .nullable()
      .meta({ description: 'The sub ids of the click by their names, `sub1` to `sub5`. Null for none.' }),
    linkId: idSchema('link')
      .nullable()
      .meta({ description: 'The link whose slug was followed. Null for the tracking code.' }),
    recordedAt: instant.meta({ description: 'When the click was recorded.' }),
    counted: z.boolean().meta({ description: 'Whether the click counts in the statistics.' }),
    reason: filterReason.nullable().meta({ description: 'Why the click does not count; null if it counts.' }),
  })
  .meta({ id: 'Click', description: 'A click on a tracking link.' });
