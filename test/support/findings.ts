// What AWS's rules, as cdk-nag has them, find in a stack.
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** What both packs find: `<construct> <rule>`, acknowledged or not where `acknowledgements` is false. */
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
