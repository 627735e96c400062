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
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Domain } from '#infra/domain.ts';

interface CustomDomainProps {
  readonly domain: Domain;
  readonly api: HttpApi;
  readonly apiStage: HttpStage;
}

export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, api, apiStage }: CustomDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    new ApiMapping(this, 'Mapping', { api, domainName, stage: apiStage });
    new CfnOutput(this, 'DomainTarget', { value: domainName.regionalDomainName }).overrideLogicalId(
      'DomainTarget',
    );
    if (domain.hostedZone !== undefined) this.createRecords(domain.name, domain.hostedZone, domainName);
  }

  private createRecords(
    recordName: string,
    { id: hostedZoneId, name: zoneName }: NonNullable<Domain['hostedZone']>,
    { regionalDomainName, regionalHostedZoneId }: DomainName,
  ): void {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    const target = RecordTarget.fromAlias(
      new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
    );
    new ARecord(this, 'Address', { zone, target, recordName: `${recordName}.` });
    new AaaaRecord(this, 'AddressV6', { zone, target, recordName: `${recordName}.` });
  }
}
