// Defines stages with optional settings: a custom domain, alarm e-mail addresses and a sender of e-mails.
import type { Backup } from '#infra/backup.ts';
import type { Domain } from '#infra/domain.ts';
import type { Edge } from '#infra/edge.ts';
import type { EmailSender } from '#infra/email-sender.ts';
import { type Stage, type StageSettings, stageOf } from '#infra/stage.ts';

export const exampleDomain = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1a2b3c4d-0000-4000-8000-000000000000',
  hostedZone: { id: 'Z0123456789ABC', name: 'example.com' },
} as const satisfies Domain;

export const exampleEdge = {
  secretVersion: 1,
  limits: { logins: 300, links: 10_000, callers: 60_000, others: 300_000 },
} as const satisfies Edge;

/** An account, and a region that is not that of CloudFront. */
export const exampleAccount = { account: '123456789012', region: 'eu-central-1' } as const;

const withTerms = ({ name, ...its }: Stage, more: Partial<StageSettings>): Stage =>
  stageOf(name, { ...its, ...more });

export const withDomain = (stage: Stage, domain: Domain = exampleDomain): Stage =>
  withTerms(stage, { domain });

export const withEdge = (stage: Stage, more: Partial<StageSettings> = {}): Stage =>
  withTerms(stage, { ...exampleAccount, edge: exampleEdge, ...more });

/** CloudFront accepts only certificates of us-east-1. */
const certificateArn = exampleDomain.certificateArn.replace('eu-central-1', 'us-east-1');

export const withEdgeAndDomain = (stage: Stage, more: Partial<Edge> = {}): Stage =>
  withEdge(stage, { domain: exampleDomain, edge: { ...exampleEdge, certificateArn, ...more } });

export const exampleLinks = {
  certificateArn: certificateArn.replace('1a2b3c4d', '5e6f7a8b'),
  prefixes: { 'go.acme.com': 'acme', 'go.globex.com': 'globex' },
} as const satisfies Edge['links'];

export const withLinks = (stage: Stage): Stage => withEdgeAndDomain(stage, { links: exampleLinks });

export const withAlarmEmails = (stage: Stage): Stage =>
  withTerms(stage, { alarmEmails: ['night@example.com'] });

export const exampleSender = {
  from: 'Acme <no-reply@mail.example.com>',
  identity: 'mail.example.com',
} as const satisfies EmailSender;

/** A domain, a sender, and recipients of alarms with a budget. Test files share this stage, so that it is synthesized once. */
export const withAllSettings = (stage: Stage): Stage =>
  withTerms(withAlarmEmails(withDomain(stage)), {
    urgentAlarmEmails: ['pager@example.com'],
    detailedMetrics: 'all',
    monthlyBudget: 500,
    email: exampleSender,
  });

export const exampleBackup = {
  copyTo: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies',
} as const satisfies Backup;

export const withBackup = (stage: Stage): Stage =>
  withTerms(stage, { ...exampleAccount, backup: exampleBackup });

export const withReadOnly = (stage: Stage): Stage => withTerms(stage, { readOnly: true });

export const withEmailSender = (stage: Stage, email: EmailSender): Stage => withTerms(stage, { email });
