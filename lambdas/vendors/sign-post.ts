import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } from '../platform/variables/system.ts';
import { readVariable } from '../platform/variables/variable.ts';

interface Post {
  readonly service: 'bedrock' | 'polly';
  readonly region: string;
  /** JSON. */
  readonly body: string;
  readonly accept: string;
}

/** Signs a POST of JSON to AWS as the function's role. Returns the headers to send. */
export async function signPost(
  url: URL,
  { service, region, body, accept }: Post,
): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    service,
    region,
    credentials: {
      accessKeyId: readVariable(AWS_ACCESS_KEY_ID),
      secretAccessKey: readVariable(AWS_SECRET_ACCESS_KEY),
      sessionToken: readVariable(AWS_SESSION_TOKEN),
    },
    sha256: Sha256,
  });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: { host: url.host, 'content-type': 'application/json', accept },
    body,
  });
  const { host: _, ...sent } = headers;
  return sent;
}
