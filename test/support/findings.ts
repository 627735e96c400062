// Runs cdk-nag on a stack.
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** The findings as `<construct> <rule>`. Includes acknowledged ones if `acknowledgements` is false. */
export function findings(scope: IConstruct, acknowledgements = true): readonly string[] {
  const packs: readonly NagPack[] = [new AwsSolutionsChecks(scope), new ServerlessChecks(scope)];
  return packs.flatMap((pack) => {
    if (!acknowledgements) Object.assign(pack, { isAcknowledged: () => false });
    return pack
      .validateScope(scope)
      .violations.flatMap(({ ruleName, violatingResources = [] }) =>
        violatingResources.map(({ constructPath }) => `${constructPath} ${ruleName}`),
      );
  });
}
