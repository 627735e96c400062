// What the delivery stack is told: whose deliveries, of which stages.
import * as z from 'zod';
import { parseStage, type Stage, StageError } from '#infra/stage.ts';

export interface DeliverySettings {
  /**
   * On GitHub, as the subject of its tokens names it: `owner/name`, and where it was made, renamed or moved after
   * 15 July 2026, `owner@<id>/name@<id>`.
   * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
   */
  readonly repository: string;
  /** The stages that live in this account. */
  readonly stages: readonly Stage[];
  /** GitHub's identity provider, where the account has it already: there can be just one. */
  readonly identityProviderArn: string | undefined;
}

export class DeliveryError extends Error {}

const example =
  'npm run deploy:delivery -- -c repository=acme@123456/affiliates@456789 -c stages=dev,staging,prod';

const repository = z
  .string(`Whose deliveries? Name the repository on GitHub, for example: ${example}`)
  .regex(/^[\w-]+(\/[\w.-]+|@\d+\/[\w.-]+@\d+)$/, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is no repository: write owner/name, or owner@id/name@id if it is of after July 2026 ` +
      `(docs/operations.md). For example: ${example}`,
  });

const stages = z
  .string(`Deliveries to which stages? Those of this account, for example: ${example}`)
  .transform((list) => list.split(',').map(parseStage));

const identityProviderArn = z
  .string()
  .regex(/^arn:[\w-]+:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not the ARN of GitHub's identity provider: see ` +
      'aws iam list-open-id-connect-providers',
  })
  .optional();

const settings = z.object({ repository, stages, identityProviderArn });

/** The settings among the context values (`-c name=value`); a DeliveryError of one line for anything else. */
export function parseDelivery(context: Readonly<Record<keyof DeliverySettings, unknown>>): DeliverySettings {
  try {
    const parsed = settings.safeParse(context);
    if (parsed.success) return { identityProviderArn: undefined, ...parsed.data };
    throw new DeliveryError(parsed.error.issues[0]?.message);
  } catch (error) {
    throw error instanceof StageError ? new DeliveryError(`stages: ${error.message}`) : error;
  }
}
