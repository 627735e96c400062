// Defines the limits of wide months. Tests lower them.

/** A batch of clicks may cost at most 200 write units, so its rollups take what the buffer leaves of a smaller number. */
export const wideLimits = {
  /** A month becomes wide when a batch, or its full journal, has more creators. */
  creators: 100,
  /** A month also becomes wide when the creators of a brand or a campaign make a rollup larger than this. */
  rollupBytes: 16_000,
  segmentBytes: 48_000,
  roundChanges: 20_000,
  roundSegments: 1000,
  /** A new pass begins when so many rounds have ended. */
  minRounds: { summary: 1, creators: 5 },
  /** Bounds the memory of a pass. */
  maxRounds: { summary: 10, creators: 40 },
  batchUnits: 190,
  /** The units of the checkpoint, the round and the progress of the folds. */
  fixedUnits: 6,
};
