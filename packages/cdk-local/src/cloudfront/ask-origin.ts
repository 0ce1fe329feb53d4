import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../aws/s3/object-store.ts';
import { isAllowed } from '../iam/is-allowed.ts';
import { resourcePolicyFor } from '../iam/resource-policies.ts';
import type { Resource, Resources } from '../template/resource.ts';
import type { Distribution } from './read-distribution.ts';
import type { AskOrigin, OriginAnswer, OriginRequest } from './serve-distribution.ts';

export interface Origins {
  readonly distribution: Distribution;
  readonly resources: Resources;
  readonly objects: ObjectStore;
  /** Where the APIs are served, without stages. */
  readonly apiUrl: string;
}

/** Sends requests to buckets, with the distribution's own permissions, and to the APIs. */
export function createOrigins({ distribution, resources, objects, apiUrl }: Origins): {
  readonly ask: AskOrigin;
  close(): void;
} {
  const agent = new Agent({ keepAlive: true });
  return {
    ask: ({ origin, forwardsAll }, request) => {
      if (origin.kind === 'api')
        return askApi(forwardsAll ? request : withoutViewer(request), { apiUrl, agent });
      const policy = resourcePolicyFor(resources, origin.bucket, 'cloudfront.amazonaws.com');
      const context = { 'AWS:SourceArn': distribution.arn };
      const may = (action: string, resource: string) => isAllowed(policy, { action, resource, context });
      return askBucket(request, { bucket: origin.bucket, objects, may });
    },
    close: () => agent.destroy(),
  };
}

const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length'];

/** Without an origin request policy, the origin gets only the path and the method. */
const withoutViewer = (request: OriginRequest): OriginRequest => ({
  ...request,
  target: request.target.split('?')[0] ?? '/',
  headers: {},
});

async function askApi(
  { method, target, headers, body, viewerIp }: OriginRequest,
  { apiUrl, agent }: { readonly apiUrl: string; readonly agent: Agent },
): Promise<OriginAnswer> {
  const passed = Object.entries(headers).filter(([name]) => !OWN.includes(name));
  const forwarded = [...(headers['x-forwarded-for'] ?? []), viewerIp].join(', ');
  const sending = httpRequest(new URL(apiUrl), {
    method,
    path: target,
    agent,
    headers: {
      ...Object.fromEntries(passed.map(([name, all]) => [name, [...all]])),
      'x-forwarded-for': forwarded,
      ...(body.length > 0 && { 'content-length': String(body.length) }),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    sending.once('error', reject);
  });
  sending.end(body);
  const message = await answered;
  const endToEnd = Object.entries(message.headersDistinct).flatMap(([name, all]) =>
    all === undefined || OWN.includes(name) ? [] : [[name, all.length === 1 ? all.join() : all] as const],
  );
  return {
    status: message.statusCode ?? 502,
    headers: Object.fromEntries(endToEnd),
    body: await buffer(message),
  };
}

interface Bucket {
  readonly bucket: Resource;
  readonly objects: ObjectStore;
  readonly may: (action: string, resource: string) => boolean;
}

async function askBucket({ method, target }: OriginRequest, { bucket, objects, may }: Bucket) {
  const arn = bucket.attributes.Arn ?? '';
  const key = keyOf(target);
  if (key === undefined) return s3Fault(400, 'InvalidURI');
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !may('s3:GetObject', `${arn}/${key}`)) return s3Fault(403, 'AccessDenied');
  const found = await objects.get({ bucket: bucket.ref, key });
  // Only a caller that may list the bucket learns that the object does not exist.
  if (!found) return may('s3:ListBucket', arn) ? s3Fault(404, 'NoSuchKey') : s3Fault(403, 'AccessDenied');
  const { body, contentType, cacheControl } = found;
  const headers = {
    'content-type': contentType,
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
  };
  return { status: 200, headers, body };
}

/** The key of a path; undefined if its encoding is invalid. */
function keyOf(target: string): string | undefined {
  try {
    return decodeURIComponent((target.split('?')[0] ?? '').slice(1));
  } catch {
    return undefined;
  }
}

function s3Fault(status: number, code: string): OriginAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(body),
  };
}
