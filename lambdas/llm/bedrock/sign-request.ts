import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import {
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
  AWS_SESSION_TOKEN,
} from '../../runtime/variables/system.ts';
import { readVariable } from '../../runtime/variables/variable.ts';

/** Signs a POST of JSON as the function's role. Returns the headers to send. */
export async function signPost(
  url: URL,
  { region, body }: { readonly region: string; readonly body: string },
): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    service: 'bedrock',
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
    headers: {
      host: url.host,
      'content-type': 'application/json',
      accept: 'application/vnd.amazon.eventstream',
    },
    body,
  });
  const { host: _, ...sent } = headers;
  return sent;
}
