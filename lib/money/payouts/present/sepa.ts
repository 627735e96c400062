// Writes a credit transfer of SEPA: pain.001.001.09 of ISO 20022.
import type { Brand } from '#lib/access/brands/schema.ts';
import { messageId } from '#lib/money/payouts/rules/payment-ids.ts';
import { sepaText } from '#lib/money/payouts/rules/sepa-text.ts';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const maxName = 70;
const maxRemittance = 140;

type Xml = string;

const tag = (name: string, ...content: readonly Xml[]): Xml => `<${name}>${content.join('')}</${name}>`;
const inside = (path: string, content: Xml): Xml =>
  path.split('/').reduceRight((inner, name) => tag(name, inner), content);

const euros = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export interface Transfer {
  readonly id: string;
  readonly amount: number;
  readonly name: string;
  readonly iban: string;
}

const transaction = ({ id, amount, name, iban }: Transfer, remittance: string): Xml =>
  tag(
    'CdtTrfTxInf',
    inside('PmtId/EndToEndId', id),
    tag('Amt', `<InstdAmt Ccy="EUR">${euros(amount)}</InstdAmt>`),
    inside('Cdtr/Nm', sepaText(name, maxName)),
    inside('CdtrAcct/Id/IBAN', iban),
    inside('RmtInf/Ustrd', sepaText(`${remittance} ${id}`, maxRemittance)),
  );

interface Debtor {
  readonly name: string;
  readonly account: NonNullable<Brand['payoutAccount']>;
}

/** `day` is the day of the execution. */
export function sepaXml(
  payoutId: string,
  transfers: readonly Transfer[],
  { name: brandName, account }: Debtor,
  { now, day }: { readonly now: Date; readonly day: string },
): Xml {
  const id = messageId(
    payoutId,
    transfers.map((transfer) => [transfer.id, transfer.amount]),
  );
  const debtor = tag('Nm', sepaText(account.name, maxName));
  const sums = [
    tag('NbOfTxs', String(transfers.length)),
    tag('CtrlSum', euros(transfers.reduce((sum, { amount }) => sum + amount, 0))),
  ];
  const bank = account.bic === undefined ? inside('Othr/Id', 'NOTPROVIDED') : tag('BICFI', account.bic);
  const header = tag(
    'GrpHdr',
    tag('MsgId', id),
    tag('CreDtTm', `${now.toISOString().slice(0, 19)}Z`),
    ...sums,
    tag('InitgPty', debtor),
  );
  const remittance = `Payout ${sepaText(brandName, maxName)}`;
  const payments = tag(
    'PmtInf',
    tag('PmtInfId', id),
    tag('PmtMtd', 'TRF'),
    ...sums,
    inside('PmtTpInf/SvcLvl/Cd', 'SEPA'),
    inside('ReqdExctnDt/Dt', day),
    tag('Dbtr', debtor),
    inside('DbtrAcct/Id/IBAN', account.iban),
    inside('DbtrAgt/FinInstnId', bank),
    tag('ChrgBr', 'SLEV'),
    ...transfers.map((transfer) => transaction(transfer, remittance)),
  );
  const content = tag('CstmrCdtTrfInitn', header, payments);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${content}</Document>\n`;
}
