import { command } from './command.ts';
import { brandOption } from './options.ts';
import { facts } from './text.ts';

const verify = command({
  name: 'audit verify',
  summary:
    'Compare the audit trail of a brand with its digests, and name the first entry that was changed, removed or added',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: brandId }, { getBrand, verification: { verifyTrail }, now }) => {
    const { name } = await getBrand(brandId);
    const verified = await verifyTrail(brandId, now());
    const { entries, digests, notYetDigested, newest, finding } = verified;
    const verdict =
      finding === null ? 'the audit trail is unchanged' : `${finding.problem} ${finding.sequence}`;
    return {
      data: { brandId, ...verified },
      text: facts(`${name}: ${verdict}`, [
        ['entries', String(entries)],
        ['digests', String(digests)],
        ['not yet digested', String(notYetDigested)],
        ['newest digest', newest === null ? 'none' : `${newest.day} ${newest.digest}`],
        ['day of the problem', finding?.day ?? 'none'],
      ]),
      hasFailed: finding !== null,
    };
  },
});

export const trailCommands = [verify] as const;
