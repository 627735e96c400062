// Tests that dates are calculated by functions that check their range, and that the work for a brand uses the clock of the brand.
import { describe, expect, test } from 'vitest';
import { type Source, sourcesIn } from '#test/support/sources.ts';

const sources = ['lib', 'functions', 'infra/operator'].flatMap(sourcesIn);

/** The arguments of each `new Date(…)`. */
function argumentsOfDates({ code }: Pick<Source, 'code'>): readonly string[] {
  return [...code.matchAll(/\bnew Date\(/g)].map(({ index, 0: { length } }) => {
    let end = index + length;
    for (let depth = 1; depth > 0; end += 1) depth += code[end] === '(' ? 1 : code[end] === ')' ? -1 : 0;
    return code.slice(index + length, end - 1);
  });
}

const isCalculated = (argument: string): boolean => /\s[+-]\s/.test(argument);
const setter = /\.set(?:UTC)?(?:Time|FullYear|Month|Date|Hours|Minutes|Seconds|Milliseconds)\(/;

describe('calculations with dates', () => {
  test('only lib/foundation/shared/dates.ts calculates dates, because its functions refuse dates outside of the range', () => {
    const calculating = sources
      .filter((source) => argumentsOfDates(source).some(isCalculated) || setter.test(source.code))
      .map(({ path }) => path);
    expect(calculating, 'Use addMilliseconds, addSeconds, addDays or addMonths').toEqual([
      'lib/foundation/shared/dates.ts',
    ]);
  });

  test('a calculation is recognized in every form that the code has used', () => {
    const forms = [
      'new Date(now.getTime() + clockOffset)',
      'new Date(Date.parse(text) + 1).toISOString()',
      'new Date(\n  now.getTime() - days * 1000,\n)',
      'new Date(Math.max(now.getTime(), Date.parse(last) + 1))',
    ];
    expect(forms.map((code) => argumentsOfDates({ code }).some(isCalculated))).toEqual(forms.map(() => true));
    expect(argumentsOfDates({ code: 'new Date(text) - new Date(month)' }).some(isCalculated)).toBe(false);
  });
});

/** The files that may read the real time. All others get the time of the brand, because the clock of a test twin can be ahead. */
const readers: Readonly<Record<string, string>> = {
  'functions/schedules/digest-audit.ts': 'events have the real time',
  'functions/schedules/mail-digests.ts': 'is converted to the time of each brand',
  'functions/schedules/rotate-keys.ts': 'signing keys belong to all brands',
  'lib/care/reconciliation/store/reconcile-pass.ts':
    'entries of a clock that is ahead are read again, which changes nothing',
  'lib/access/auth/store/private-keys.ts': 'the age of a cache',
  'lib/access/auth/store/published-keys.ts': 'the age of a cache',
  'lib/foundation/aws/bucket.ts': 'signatures of AWS',
  'lib/foundation/aws/signature.ts': 'signatures of AWS',
  'lib/access/brands/store/lookup.ts': 'the clock of a brand follows from the real time',
  'lib/money/commissions/store/approval-run.ts': 'is converted to the time of each brand',
  'lib/money/commissions/store/approve-due.ts': 'is converted to the time of the brand; time limits',
  'lib/record/events/store/segments.ts': 'DynamoDB expires items by the real time',
  'lib/record/events/store/record.ts': 'DynamoDB expires items by the real time',
  'lib/record/events/store/trail-entries.ts': 'events have the real time',
  'lib/outlets/creator-mails/store/audience.ts': 'DynamoDB expires items by the real time',
  'lib/outlets/creator-mails/store/segment.ts': 'DynamoDB expires items by the real time',
  'lib/outlets/creator-mails/store/send.ts': 'DynamoDB expires items by the real time',
  'lib/outlets/exports/store/advance.ts': 'S3 deletes files by the real time',
  'lib/shops/comparisons/store/advance.ts': 'is converted to the time of the brand whose data changes',
  'lib/shops/connections/store/process.ts': 'is converted to the time of the brand whose data changes',
  'lib/surface/http/authenticate-creator.ts':
    'the creator is read again at the end of a request, at the real time',
  'lib/surface/http/authenticate.ts': 'the caller is read again at the end of a request, at the real time',
  'lib/surface/http/middlewares.ts': 'is converted to the time of the brand by the authentication',
  'lib/surface/http/redirect-endpoint.ts': 'is converted to the time of the brand when the code is known',
  'lib/surface/http/request-log.ts': 'the duration of a request',
  'lib/pages/shared/app.ts': 'the expiry of a session in a cookie, and the time of a page',
  'lib/surface/http/plain-handler.ts': 'the duration of the request of a page, which belongs to no brand',
  'lib/money/payouts/store/advance.ts': 'is converted to the time of the brand',
  'lib/care/privacy/store/advance.ts': 'S3 deletes files by the real time',
  'lib/foundation/shared/log-lines.ts': 'log lines and metrics have the real time',
  'lib/foundation/streams/exactly-once.ts': 'DynamoDB expires items by the real time',
  'lib/foundation/table/transact.ts': 'events have the real time',
  'lib/clicks/tracking/store/replay.ts': 'DynamoDB expires items by the real time',
  'lib/outlets/webhooks/store/attempts.ts': 'requests to receivers happen in the real time',
  'lib/outlets/webhooks/store/lease.ts': 'leases last for a real time',
  'lib/outlets/webhooks/store/worker.ts': 'requests to receivers happen in the real time',
};

describe('the clock', () => {
  // The client runs on the servers of brands.
  const served = sources.filter(({ path }) => !/^(infra|lib\/client)\//.test(path));
  const readsClock = ({ code }: Source): boolean =>
    /import \{[^}]*\bnow\b[^}]*\} from '(?:#lib\/foundation\/shared|\.)\/clock\.ts'/.test(code);

  test('only the listed files read the real time', () => {
    const reading = served.filter(readsClock).map(({ path }) => path);
    expect(
      reading.toSorted(),
      'Pass in the time of the request, or the clock of the brand (getBrandClock)',
    ).toEqual(Object.keys(readers).toSorted());
  });

  test('no file reads the time of the system, except the clock that tests can replace', () => {
    const reading = served.filter(({ code }) => /\bnew Date\(\)|\bDate\.now\(/.test(code));
    expect(reading.map(({ path }) => path)).toEqual(['lib/foundation/shared/clock.ts']);
  });
});
