import * as z from 'zod';

export const CLOUDFRONT_REGION = 'us-east-1';

const NAME = 'must be a host name in lower case, such as api.example.com';
const CERTIFICATE = 'must be the ARN of a certificate';

/** A name, and the ARN of a certificate for it in the environment's region. */
const domain = z.strictObject({
  /** At least two labels. */
  name: z.string(NAME).regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, NAME),
  certificateArn: z.string(CERTIFICATE).regex(/^arn:aws:acm:/, CERTIFICATE),
  /** Whether it replaces AWS's address. Set it to false until the name resolves. @default true */
  inUse: z.boolean().exactOptional(),
});

/** Names that replace API Gateway's addresses. An API without a name keeps API Gateway's address. */
export const domains = z.strictObject({
  /** The API of consumers. */
  api: domain.exactOptional(),
  /** The callbacks of the telephony vendor. Point the numbers again after a change (docs/operations.md). */
  callbacks: domain.exactOptional(),
  /** The WebSocket of the telephony vendor. */
  relay: domain.exactOptional(),
  /** The console. Its certificate must be in us-east-1, as CloudFront requires. */
  console: domain.omit({ inUse: true }).exactOptional(),
  /** The Route 53 zone for these names. @default stack outputs name the targets for your CNAME records */
  hostedZone: z.strictObject({ id: z.string(), name: z.string() }).exactOptional(),
});
export type Domains = z.input<typeof domains>;
