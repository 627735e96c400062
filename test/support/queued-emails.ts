// Creates queued e-mails of each kind.
import type { EmailKind, QueuedEmail } from '#lib/access/email/schema.ts';

export const queuedEmail = (kind: EmailKind, brandName: string): QueuedEmail => ({
  id: 'Hk3d8fJ2Hk3d8fJ2',
  brandId: 'brd_01JD0000000000000000000000',
  kind,
  to: 'ada@acme.test',
  brandName,
  link:
    kind === 'invitation' || kind === 'passwordReset'
      ? {
          purpose: kind,
          brandId: 'brd_01JD0000000000000000000000',
          userId: 'usr_01JD0000000000000000000000',
          passwordVersion: 0,
          expiresAt: '2026-03-01T09:30:00.000Z',
        }
      : null,
  ...(kind.startsWith('webhook') && {
    endpoint: { id: 'whe_01JD0000000000000000000000', host: 'hooks.acme.test', isTest: false },
  }),
  createdAt: '2026-03-01T09:00:00.000Z',
});
