// Names the adapter of each kind of shop.
import type { Adapter } from './adapter.ts';
import { shopify } from './shopify/shopify.ts';
import { stripe } from './stripe/stripe.ts';
import { woocommerce } from './woocommerce/woocommerce.ts';

export const adapters: Readonly<Record<Adapter['type'], Adapter>> = { shopify, stripe, woocommerce };
