import { type Codec, textVariable, type Variable } from './variable.ts';

export const AWS_REGION = textVariable('AWS_REGION');
export const AWS_ACCESS_KEY_ID = textVariable('AWS_ACCESS_KEY_ID');
export const AWS_SECRET_ACCESS_KEY = textVariable('AWS_SECRET_ACCESS_KEY');
export const AWS_SESSION_TOKEN = textVariable('AWS_SESSION_TOKEN');

/** Another address of Amazon Bedrock's runtime, or of all AWS: https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html */
export const AWS_ENDPOINT_URL_BEDROCK_RUNTIME = textVariable('AWS_ENDPOINT_URL_BEDROCK_RUNTIME');
export const AWS_ENDPOINT_URL = textVariable('AWS_ENDPOINT_URL');

/** The environment's name, a dimension of metrics. Functions that must not emit metrics do not have it. */
export const ENVIRONMENT = textVariable('ENVIRONMENT');
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
