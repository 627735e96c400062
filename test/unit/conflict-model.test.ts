import { describe, expect, test } from 'vitest';
import { conflictModel } from '#test/support/conflict-model.ts';

const key = (sk: string) => ({ pk: { S: 'brand' }, sk: { S: sk } });
const transaction = (...names: readonly string[]) => ({
  operation: 'TransactWriteItems',
  body: JSON.stringify({ TransactItems: names.map((name) => ({ Update: { Key: key(name) } })) }),
});
const singlePut = (name: string) => ({
  operation: 'PutItem',
  body: JSON.stringify({ Item: { ...key(name), name: { S: 'Ada' } } }),
});

function modelAt(hold: number) {
  let time = 0;
  const model = conflictModel({ hold }, () => time);
  const codesOf = (call: ReturnType<typeof transaction>) => {
    const fault = model.decide(call);
    if (fault?.kind !== 'error') return fault?.kind;
    const body = typeof fault.body === 'function' ? fault.body(call.body) : fault.body;
    const { CancellationReasons: reasons, message } = Object(body);
    return reasons?.map(({ Code }: { Code: string }) => Code) ?? message;
  };
  return {
    ...model,
    codesOf,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

describe('the model of transaction conflicts', () => {
  test('cancels a transaction because of exactly the items that another one holds', () => {
    const model = modelAt(20);
    expect(model.codesOf(transaction('one', 'two'))).toBe('held');
    model.wait(19);
    expect(model.codesOf(transaction('three', 'two'))).toEqual(['None', 'TransactionConflict']);
    expect(model.codesOf(transaction('four'))).toBe('held');
    expect(model.counts()).toEqual({ transactions: 3, canceled: 1 });
  });

  test('releases the items after the time, and a canceled transaction holds nothing', () => {
    const model = modelAt(20);
    model.codesOf(transaction('one'));
    model.wait(10);
    expect(model.codesOf(transaction('one', 'two'))).toEqual(['TransactionConflict', 'None']);
    expect(model.codesOf(transaction('two'))).toBe('held');
    model.wait(10);
    expect(model.codesOf(transaction('one'))).toBe('held');
  });

  test('refuses a single write of a held item, and never a read', () => {
    const model = modelAt(20);
    model.codesOf(transaction('one'));
    expect(model.codesOf(singlePut('one'))).toBe('TransactionConflictException');
    expect(model.codesOf(singlePut('two'))).toBe('held');
    expect(model.codesOf({ operation: 'GetItem', body: JSON.stringify({ Key: key('one') }) })).toBe('held');
    expect(model.counts()).toEqual({ transactions: 1, canceled: 0 });
  });
});
