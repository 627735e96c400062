// In every bundle in the place of @smithy/core/event-streams: no operation that a function calls answers with one. The
// SDK's parts import it while they run, and by that alone what they share with it would stay whole in every bundle.

const absent = (): never => {
  throw new Error('Streams of events are left out of the bundles: infra/bundle-shims/event-streams.ts');
};

export { absent as eventStreamSerdeProvider, absent as EventStreamSerde };
