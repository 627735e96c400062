// Models to which creator a customer is bound, and which sale of the customer is the first one.
import type { ModelCreator, Party } from './attribution.ts';

export interface ModelBinding {
  creator: ModelCreator | null;
  campaignId: string | null;
  boundAt: string;
  /** The order id of the order, lead or signup that has bound the customer. */
  boundBy: string;
  firstOrder: string | null;
  /** A person has moved the customer. */
  isChosen: boolean;
  readonly past: { readonly creator: ModelCreator | null; readonly until: string }[];
}

/** By customer id. */
export type Bindings = Map<string, ModelBinding>;

interface OrderOfCustomer {
  readonly orderId: string;
  readonly at: string;
  readonly customerId: string | undefined;
  readonly isSale: boolean;
  readonly isCanceled: boolean;
  readonly party: Party | null;
}

const isFree = ({ creator, isChosen }: ModelBinding): boolean => creator === null && !isChosen;

function moveTo(bound: ModelBinding, creator: ModelCreator | null): void {
  if (bound.creator === creator) return;
  bound.past.push({ creator: bound.creator, until: new Date().toISOString() });
  bound.creator = creator;
}

const bindingFor = (bindings: Bindings, { customerId }: Pick<OrderOfCustomer, 'customerId'>) =>
  bindings.get(customerId ?? '');

/** Binds a customer whom nobody has. The first sale of a bound customer is remembered. */
export function bindCustomer(bindings: Bindings, order: OrderOfCustomer): void {
  const { orderId, at, customerId, isSale, party } = order;
  if (customerId === undefined) return;
  const bound = bindingFor(bindings, order);
  const firstOrder = bound?.firstOrder ?? (isSale ? orderId : null);
  if (bound !== undefined && !isFree(bound)) {
    bound.firstOrder = firstOrder;
    return;
  }
  if (party === null) return;
  const { creator, campaignId } = party;
  const binding = { creator, campaignId, boundAt: at, boundBy: orderId, firstOrder, isChosen: false };
  if (bound === undefined) bindings.set(customerId, { ...binding, past: [] });
  else {
    moveTo(bound, creator);
    Object.assign(bound, binding);
  }
}

/** The customer follows the order that has bound the customer, unless a person has chosen. */
export function followOrder(bindings: Bindings, order: OrderOfCustomer): void {
  const { orderId, at, isCanceled, party } = order;
  const bound = bindingFor(bindings, order);
  if (bound === undefined) return;
  if (bound.boundBy !== orderId || bound.isChosen) return;
  moveTo(bound, isCanceled ? null : (party?.creator ?? null));
  if (isFree(bound)) return;
  bound.campaignId = party?.campaignId ?? null;
  bound.boundAt = at;
}

export function moveCustomer(bound: ModelBinding, creator: ModelCreator | null): void {
  moveTo(bound, creator);
  bound.isChosen = true;
}

/** Orders of the time before a move belong to the former creator. */
export const creatorAt = ({ past, creator }: ModelBinding, at: string): ModelCreator | null => {
  const former = past.find(({ until }) => at < until);
  return former === undefined ? creator : former.creator;
};

/** What an order knows about its customer is stronger than what is recorded. */
export function customerKindOf(
  bindings: Bindings,
  order: Pick<OrderOfCustomer, 'orderId' | 'customerId'>,
  isNewCustomer: boolean | undefined,
): 'new' | 'returning' {
  const first = bindingFor(bindings, order)?.firstOrder ?? order.orderId;
  return (isNewCustomer ?? first === order.orderId) ? 'new' : 'returning';
}
