import { type Codec, textCodec, type Variable } from './variable.ts';

export const AWS_REGION: Variable<string> = { name: 'AWS_REGION', codec: textCodec };
export const AWS_ACCESS_KEY_ID: Variable<string> = { name: 'AWS_ACCESS_KEY_ID', codec: textCodec };
export const AWS_SECRET_ACCESS_KEY: Variable<string> = { name: 'AWS_SECRET_ACCESS_KEY', codec: textCodec };
export const AWS_SESSION_TOKEN: Variable<string> = { name: 'AWS_SESSION_TOKEN', codec: textCodec };

/** Another address of Amazon Bedrock's runtime, or of all AWS: https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html */
export const AWS_ENDPOINT_URL_BEDROCK_RUNTIME: Variable<string> = {
  name: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
  codec: textCodec,
};
export const AWS_ENDPOINT_URL: Variable<string> = { name: 'AWS_ENDPOINT_URL', codec: textCodec };

/** The environment's name, a dimension of metrics. Functions that must not emit metrics do not have it. */
export const ENVIRONMENT: Variable<string> = { name: 'ENVIRONMENT', codec: textCodec };
export type LoggedUserIds = 'plain' | 'hashed';

/** Throws on any other text: a misspelled setting must not reveal ids that it meant to hide. */
const loggedUserIds = (value: string): LoggedUserIds => {
  if (value === 'plain' || value === 'hashed') return value;
  throw new Error('Must be "plain" or "hashed".');
};
const loggedUserIdsCodec: Codec<LoggedUserIds> = { decode: loggedUserIds, encode: loggedUserIds };

export const LOGGED_USER_IDS: Variable<LoggedUserIds> = {
  name: 'LOGGED_USER_IDS',
  codec: loggedUserIdsCodec,
};
