// Tests that the bucket keeps the files of exports, and the parts of lost uploads, for exactly as long as the service promises.
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { parseStage } from '#infra/stage.ts';
import { exports } from '#lib/outlets/exports/routes.ts';

const templateOf = (stage: string) => Template.fromStack(new DataStack(new App(), parseStage(stage)));
const bucketOf = (stage: string) => Object.values(templateOf(stage).findResources('AWS::S3::Bucket'))[0];

test('the bucket of exports deletes files and unfinished uploads after the days that the API promises, and is private', () => {
  const days = Number(/Files are deleted after (\d+) days/.exec(exports.create.description)?.[1]);
  expect(days).toBe(7);
  expect(bucketOf('dev')).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: {
      LifecycleConfiguration: {
        Rules: [
          {
            Status: 'Enabled',
            ExpirationInDays: days,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: days },
          },
        ],
      },
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: true, BlockPublicPolicy: true },
        ...{ IgnorePublicAcls: true, RestrictPublicBuckets: true },
      },
    },
  });
  expect(bucketOf('prod')).toMatchObject({ DeletionPolicy: 'Retain' });
});

test('the bucket of a stage that does not keep its data is emptied before it is deleted, and no other bucket', () => {
  const dev = templateOf('dev');
  const [bucket = ''] = Object.keys(dev.findResources('AWS::S3::Bucket'));
  const [log = ''] = Object.keys(dev.findResources('AWS::Logs::LogGroup')).filter((id) =>
    /^Logs[0-9A-F]{8}$/.test(id),
  );
  dev.hasResource('Custom::S3AutoDeleteObjects', { Properties: { BucketName: { Ref: bucket } } });
  // A log of its own would remain, because Lambda creates it.
  dev.hasResourceProperties('AWS::Lambda::Function', { LoggingConfig: { LogGroup: { Ref: log } } });
  for (const type of ['Custom::S3AutoDeleteObjects', 'AWS::Lambda::Function'])
    expect([dev, templateOf('prod')].map((one) => Object.keys(one.findResources(type)).length)).toEqual([
      1, 0,
    ]);
});
