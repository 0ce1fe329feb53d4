/** What the AWS SDK is given in a function's bundle in place of its own search for credentials: see bundles.ts. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
