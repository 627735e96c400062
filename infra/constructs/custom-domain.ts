// Creates the name of the API at the gateway, and the records that point the name to the gateway or to CloudFront.
import { CfnOutput } from 'aws-cdk-lib';
import {
  ApiMapping,
  DomainName,
  type HttpApi,
  type HttpStage,
  IpAddressType,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Domain } from '#infra/domain.ts';

export interface DomainTarget {
  readonly name: string;
  readonly alias: IAliasRecordTarget;
}

interface GatewayNameProps {
  readonly domain: Domain;
  readonly api: HttpApi;
  readonly apiStage: HttpStage;
}

export function createGatewayName(
  scope: Construct,
  { domain, api, apiStage }: GatewayNameProps,
): DomainTarget {
  const domainName = new DomainName(scope, 'Name', {
    domainName: domain.name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
    ipAddressType: IpAddressType.DUAL_STACK,
  });
  new ApiMapping(scope, 'Mapping', { api, domainName, stage: apiStage });
  const { regionalDomainName: name, regionalHostedZoneId } = domainName;
  return { name, alias: new ApiGatewayv2DomainProperties(name, regionalHostedZoneId) };
}

/**
 * The records keep their logical ids when the target changes, because Route 53 refuses a second record with the same name.
 */
export function createRecords(scope: Construct, { name, hostedZone }: Domain, target: DomainTarget): void {
  new CfnOutput(scope, 'DomainTarget', { value: target.name }).overrideLogicalId('DomainTarget');
  if (hostedZone === undefined) return;
  const { id: hostedZoneId, name: zoneName } = hostedZone;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
  const record = { zone, target: RecordTarget.fromAlias(target.alias), recordName: `${name}.` };
  new ARecord(scope, 'Address', record);
  new AaaaRecord(scope, 'AddressV6', record);
}
