// Replaces @aws-sdk/lib-dynamodb in the functional tests with the client that Lambda runs, and adds commands for tests.
import { commandClass } from './command.ts';

export * from '#infra/bundle-shims/lib-dynamodb.ts';
export const BatchWriteCommand = commandClass('BatchWriteItem');
export const DeleteCommand = commandClass('DeleteItem');
