/** The variables with which a process uses this endpoint as a function on AWS does, with the time limits of a deployed function. */
export const deployedEndpoint = (endpoint: string) => ({
  DYNAMODB_ENDPOINT: undefined,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_REGION: 'local',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});
