import * as z from 'zod';
import { parseStage, type Stage, StageError } from '#infra/stage.ts';

export interface DeliverySettings {
  /**
   * `owner/name`, or `owner@<id>/name@<id>` for a repository that was created, renamed or transferred after 15 July 2026.
   * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
   */
  readonly repository: string;
  readonly stage: Stage;
  /** The existing GitHub identity provider of the account, which can have only one. If undefined, the stack creates it. */
  readonly identityProviderArn: string | undefined;
}

export class DeliveryError extends Error {}

const example = 'npm run deploy:delivery -- -c repository=acme@123456/affiliates@456789 -c stage=prod';

const repository = z
  .string(`The repository is missing. Pass its name on GitHub, for example: ${example}`)
  .regex(/^[\w-]+(\/[\w.-]+|@\d+\/[\w.-]+@\d+)$/, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not a repository: use owner/name, or owner@id/name@id if it was created after 15 July 2026 ` +
      `(docs/deploy.md). For example: ${example}`,
  });

const stage = z.string(`The stage is missing. Pass its name, for example: ${example}`).transform(parseStage);

const identityProviderArn = z
  .string()
  .regex(/^arn:[\w-]+:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not the ARN of GitHub's identity provider: list the providers with ` +
      'aws iam list-open-id-connect-providers',
  })
  .optional();

const settings = z.object({ repository, stage, identityProviderArn });

export function parseDelivery(context: Readonly<Record<keyof DeliverySettings, unknown>>): DeliverySettings {
  try {
    const parsed = settings.safeParse(context);
    if (parsed.success) return { identityProviderArn: undefined, ...parsed.data };
    throw new DeliveryError(parsed.error.issues[0]?.message);
  } catch (error) {
    throw error instanceof StageError ? new DeliveryError(`stage: ${error.message}`) : error;
  }
}
