// Lists the differences between the emulator and AWS that the suite tolerates. None of them applies to the local stage.

export const differences = {
  preflight:
    'Without CORS configuration, MiniStack answers OPTIONS itself, but HTTP API sends it to the $default route.',
} as const satisfies Record<string, string>;

export type Difference = keyof typeof differences;
