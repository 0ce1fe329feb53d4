import { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_BEDROCK_RUNTIME } from '../../runtime/variables/system.ts';
import { readOptionalVariable } from '../../runtime/variables/variable.ts';

/** The address of Amazon Bedrock's runtime in a region, or the one that the environment sets instead. */
export function bedrockUrl(region: string): string {
  return (
    readOptionalVariable(AWS_ENDPOINT_URL_BEDROCK_RUNTIME) ??
    readOptionalVariable(AWS_ENDPOINT_URL) ??
    `https://bedrock-runtime.${region}.amazonaws.com`
  );
}
