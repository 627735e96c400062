// Defines the limits of connections. Routes read this file, so it must not import zod.

export const shopTypes = ['shopify', 'stripe', 'woocommerce'] as const;

export const messageStates = ['waiting', 'done', 'ignored', 'failed'] as const;

export const maxConnections = 20;
export const maxMessageBytes = 512 * 1024;
export const messagesPerMinute = 3000;
export const refusedPerMinute = 60;
export const messageDays = 30;
/** A retry changes its messages in one transaction, together with the stored response. */
export const messagesPerRetry = 90;
/** After about an hour, a message that finds the service busy has failed. */
export const maxAttempts = 10;
