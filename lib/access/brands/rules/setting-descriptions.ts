// Describes the settings of a brand, for the OpenAPI document.

export const settingDescriptions = {
  holdDays:
    'Days from the recording of an order until its commission is approved automatically, unless it is held for review.',
  attributionWindowDays:
    'Days after a click in which an order can be attributed to it, unless the campaign sets its own. A change applies to orders from then on.',
  commission: 'The default rate, which applies unless the creator or the campaign has its own.',
  timezone: 'The IANA time zone of the days of campaigns.',
  ratesByAdminsOnly:
    '`true` if only admins can change rates. `false` if users with the role `member` can as well.',
  landingHosts:
    'The hosts that landing pages may have. `*.acme.test` names all hosts below acme.test. Empty for every public host. ' +
    'It must include the host of `landingUrl`. Links may lead to other pages on these hosts (`to`).',
  holdAboveShare:
    'A commission above this percentage of its order is held for review. It has at most 2 decimals.',
  uniqueClicksPerAddress:
    'The unique clicks that count from one address on one tracking link and UTC day. Null for no limit.',
  name: 'The name of the brand.',
  landingUrl:
    'The landing page of tracking links whose campaign has none. Null if there is none: such links return 404.',
  linkTexts:
    'The texts that people see when a tracking link of the brand has ended or has no landing page. Plain text, shown as it is. ' +
    'Null for the texts of the service.',
  defaultUtm:
    'The utm parameters that links add to pages without them. A parameter in the query of the link has precedence. Replaced as a ' +
    'whole. Null for none.',
  requireSecondFactor:
    '`true` if every user needs a second factor. Users without one can then only turn one on. API keys are not affected.',
  auditAddresses:
    '`clear` if the audit trail also shows the IP address of a request, for 30 days. `hashed` if it shows only a keyed hash.',
  slug:
    'The name of the brand in the address of its portal: `/creators/{slug}`. Unique in the service, 3 to 40 of a-z, 0-9 and `-`. A former slug ' +
    'still leads to the brand.',
  linkPrefix:
    'Stands before new tracking codes in links: `/v1/tracking/ref/acme.ada`. With it, tracking codes have 2 to 64 characters and are unique in ' +
    'the brand only. Unique in the service, 3 to 20 of a-z and 0-9. Earlier codes and links stay, also those of a former prefix. It cannot be removed.',
  linkDomain:
    'The domain of the links of the brand. Null if there is none. `PUT /brand/link-domain` sets and verifies it.',
  payoutAccount:
    'The account that SEPA files are debited from. Answers show it masked. Null if there is none.',
  payoutMinimum:
    'Creators who are owed less wait for a later payout, unless the payout has its own `minimum`. In the brand’s currency.',
} as const;
