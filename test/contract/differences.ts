// Where the emulator answers otherwise than AWS, and the suite lets it. The local stage is let nothing.

export const differences = {
  preflight:
    'MiniStack answers OPTIONS itself where no CORS is configured; HTTP API does so only where it is, and hands it to ' +
    '$default otherwise.',
} as const satisfies Record<string, string>;

export type Difference = keyof typeof differences;
