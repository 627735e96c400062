// Replaces @smithy/core/event-streams. The SDK imports it dynamically, which would keep all code that it shares.

const absent = (): never => {
  throw new Error('Bundles do not contain event streams. See infra/bundle-shims/event-streams.ts');
};

export { absent as eventStreamSerdeProvider, absent as EventStreamSerde };
