// Lists the settings of the brand for its creators: the portal and the e-mails.
import type { Subject } from './setting.ts';

const mailKinds = [
  ...(['invitation', 'welcome', 'dailyDigest', 'commissionApproved', 'commissionRejected'] as const),
  ...(['payoutSent', 'termsChanged'] as const),
];

export const portalSubjects = {
  portal: {
    tab: 'portal',
    settings: [
      { name: 'slug', kind: 'text', value: ({ slug }) => slug },
      { name: 'portal.enabled', kind: 'choice', value: ({ portal }) => portal.enabled },
      { name: 'portal.applications', kind: 'choice', value: ({ portal }) => portal.applications },
      { name: 'portal.color', kind: 'optionalText', value: ({ portal }) => portal.color },
    ],
    changes: (form) => ({
      slug: form.text('slug'),
      portal: {
        enabled: form.text('portal.enabled') === 'true',
        applications: form.text('portal.applications') as 'review',
        color: form.optional('portal.color') ?? null,
      },
    }),
  },
  mails: {
    tab: 'mails',
    settings: [
      { name: 'creatorMails.enabled', kind: 'choice', value: ({ creatorMails }) => creatorMails.enabled },
      {
        name: 'creatorMails.replyTo',
        kind: 'optionalText',
        value: ({ creatorMails }) => creatorMails.replyTo,
      },
      { name: 'creatorMails.kinds', kind: 'boxes', value: ({ creatorMails }) => creatorMails.off.join(' ') },
    ],
    changes: (form) => ({
      creatorMails: {
        enabled: form.text('creatorMails.enabled') === 'true',
        replyTo: form.optional('creatorMails.replyTo') ?? null,
        off: mailKinds.filter((kind) => !form.all('creatorMails.kinds').includes(kind)),
      },
    }),
  },
} satisfies Record<string, Subject>;
