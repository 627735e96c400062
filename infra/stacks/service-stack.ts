import { CfnOutput } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import type { AlarmTopics } from '#infra/constructs/alarm-topics.ts';
import { createApiStage } from '#infra/constructs/api-stage.ts';
import { hasRouteSettings, invokedNameOf } from '#infra/constructs/canary.ts';
import { createGatewayName, createRecords } from '#infra/constructs/custom-domain.ts';
import type { BackgroundFunctions } from '#infra/constructs/dead-letters.ts';
import { createFallback, createPages, createRoutes } from '#infra/constructs/endpoints.ts';
import { Observability } from '#infra/constructs/observability.ts';
import { sessionVariables } from '#infra/constructs/page-sessions.ts';
import { type SharedResources, unknownCommit } from '#infra/constructs/service-function.ts';
import type { Stage } from '#infra/stage.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { DataStack } from './data-stack.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { StageStack } from './stage-stack.ts';

interface ServiceStackProps {
  readonly shared: SharedResources;
  readonly data: DataStack;
  readonly gateway: GatewayStack;
  readonly background: BackgroundFunctions;
}

/** Opens the API to its callers and watches all stacks. It is deployed last. */
export class ServiceStack extends StageStack {
  readonly alarmTopics: AlarmTopics;

  constructor(scope: Construct, { shared, data, gateway, background }: ServiceStackProps) {
    const { stage, table, logGroup, subscriberLogGroup } = shared;
    super(scope, stage);
    const { accessLog } = data;
    const apiStage = createApiStage(this, {
      api: gateway.api,
      stage,
      accessLog,
      routes: [
        ...this.createLimitedRoutes(stage, gateway),
        ...createFallback(this, { shared, gateway }),
        ...createPages(this, { shared, gateway, sessionVariables: sessionVariables(this, stage, gateway) }),
      ],
    });
    this.createDomain(stage, gateway, apiStage);
    const monitored = { shared, apiStage, accessLog, ...background };
    this.alarmTopics = new Observability(this, 'Observability', monitored).alarmTopics;
    new CfnOutput(this, 'OperatorPolicyArn', { value: data.operatorPolicy.managedPolicyArn });
    new CfnOutput(this, 'ApiUrl', { value: gateway.url });
    new CfnOutput(this, 'Commit', { value: stage.commit ?? unknownCommit });
    new CfnOutput(this, 'Account', { value: this.account });
    new CfnOutput(this, 'Region', { value: this.region });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'LogGroupName', { value: logGroup.logGroupName });
    new CfnOutput(this, 'SubscriberLogGroupName', { value: subscriberLogGroup.logGroupName });
    new CfnOutput(this, 'AccessLogGroupName', { value: accessLog.logGroupName });
  }

  /**
   * API Gateway refuses to change a stage with settings for a route that does not exist. Beside the stage, a route is created before
   * its settings, and deleted after them.
   */
  private createLimitedRoutes(stage: Stage, gateway: GatewayStack) {
    return routes.filter(hasRouteSettings).flatMap((route) => {
      const resource = `function:${invokedNameOf(stage, route)}`;
      const functionArn = this.formatArn({ service: 'lambda', resource });
      return createRoutes(new Construct(this, route.name), route, { gateway, functionArn });
    });
  }

  private createDomain(
    { domain, edge }: Stage,
    { api, edgeTarget }: GatewayStack,
    apiStage: HttpStage,
  ): void {
    if (domain === undefined) return;
    const needsGatewayName = edgeTarget === undefined || edge?.acceptsDirectRequests === true;
    const scope = new Construct(this, 'Domain');
    const gatewayTarget = needsGatewayName ? createGatewayName(scope, { domain, api, apiStage }) : undefined;
    const target = edgeTarget ?? gatewayTarget;
    if (target !== undefined) createRecords(scope, domain, target);
  }
}
