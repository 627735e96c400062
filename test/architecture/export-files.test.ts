// Tests that the bucket keeps the files of exports, and the parts of lost uploads, for exactly as long as the service promises.
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { ExportFiles } from '#infra/constructs/export-files.ts';
import { parseStage } from '#infra/stage.ts';
import { exports } from '#lib/outlets/exports/routes.ts';

const bucketOf = (stage: string) => {
  const stack = new Stack(new App());
  new ExportFiles(stack, 'ExportFiles', { stage: parseStage(stage) });
  const [bucket] = Object.values(Template.fromStack(stack).findResources('AWS::S3::Bucket'));
  return bucket;
};

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
