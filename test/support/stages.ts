// Defines stages with optional settings: a custom domain, alarm e-mail addresses and a sender of e-mails.
import type { Domain } from '#infra/domain.ts';
import type { EmailSender } from '#infra/email-sender.ts';
import { type Stage, type StageSettings, stageOf } from '#infra/stage.ts';

export const exampleDomain = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1a2b3c4d-0000-4000-8000-000000000000',
  hostedZone: { id: 'Z0123456789ABC', name: 'example.com' },
} as const satisfies Domain;

const withTerms = ({ name, ...its }: Stage, more: Partial<StageSettings>): Stage =>
  stageOf(name, { ...its, ...more });

export const withDomain = (stage: Stage, domain: Domain = exampleDomain): Stage =>
  withTerms(stage, { domain });

export const withAlarmEmails = (stage: Stage): Stage =>
  withTerms(stage, { alarmEmails: ['night@example.com'] });

export const withEmailSender = (stage: Stage, email: EmailSender): Stage => withTerms(stage, { email });
