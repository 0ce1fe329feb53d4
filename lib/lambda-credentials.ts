/** Replaces the SDK's credential chain in a function's bundle: see bundles.ts. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
