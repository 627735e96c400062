import * as z from 'zod';
import { defaultQualifier, parseStage, type Stage, StageError } from '#infra/stage.ts';

export interface DeliverySettings {
  /**
   * `owner/name`, or `owner@<id>/name@<id>` for a repository that was created, renamed or transferred after 15 July 2026.
   * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
   */
  readonly repository: string;
  readonly stages: readonly Stage[];
  /** The existing GitHub identity provider of the account, which can have only one. If undefined, the stack creates it. */
  readonly identityProviderArn: string | undefined;
}

export class DeliveryError extends Error {}

const example = 'npm run deploy:delivery -- -c repository=acme@123456/affiliates@456789 -c stages=prod';

const repository = z
  .string(`The repository is missing. Pass its name on GitHub, for example: ${example}`)
  .regex(/^[\w-]+(\/[\w.-]+|@\d+\/[\w.-]+@\d+)$/, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not a repository: use owner/name, or owner@id/name@id if it was created after 15 July 2026 ` +
      `(docs/operations.md). For example: ${example}`,
  });

/** Throws if one stage could be deployed with the permissions of another. */
export function requireSeparateRoles(stages: readonly Stage[]): void {
  const byQualifier = Map.groupBy(stages, (stage) => stage.bootstrapQualifier ?? defaultQualifier);
  const shared = [...byQualifier.values()].find(({ length }) => length > 1);
  if (shared === undefined) return;
  throw new StageError(
    `${shared.map(({ name }) => name).join(' and ')} would share the roles of one bootstrap: pass only the stages of this account, ` +
      'and give each of them its own `bootstrapQualifier` in infra/stage.ts (docs/operations.md)',
  );
}

/** Throws if the stages are in different accounts, because the roles of each must be created in its own. */
export function requireOneAccount(stages: readonly Stage[]): void {
  const pinned = stages.filter(({ account }) => account !== undefined);
  const other = pinned.find(({ account }) => account !== pinned[0]?.account);
  if (pinned[0] === undefined || other === undefined) return;
  throw new StageError(
    `${pinned[0].name} is in the account ${pinned[0].account}, and ${other.name} in ${other.account}: run the command once for each account, ` +
      'with its stages and its credentials',
  );
}

const stages = z
  .string(`The stages are missing. Pass the stages of this account, for example: ${example}`)
  .transform((list) => {
    const parsed = list.split(',').map(parseStage);
    requireSeparateRoles(parsed);
    requireOneAccount(parsed);
    return parsed;
  });

const identityProviderArn = z
  .string()
  .regex(/^arn:[\w-]+:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/, {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not the ARN of GitHub's identity provider: list the providers with ` +
      'aws iam list-open-id-connect-providers',
  })
  .optional();

const settings = z.object({ repository, stages, identityProviderArn });

export function parseDelivery(context: Readonly<Record<keyof DeliverySettings, unknown>>): DeliverySettings {
  try {
    const parsed = settings.safeParse(context);
    if (parsed.success) return { identityProviderArn: undefined, ...parsed.data };
    throw new DeliveryError(parsed.error.issues[0]?.message);
  } catch (error) {
    throw error instanceof StageError ? new DeliveryError(`stages: ${error.message}`) : error;
  }
}
