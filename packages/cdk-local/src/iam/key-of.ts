import * as z from 'zod';
import type { Resource, Resources } from '../template/resource.ts';

const encryptedSchema = z.object({
  SSESpecification: z.object({ KMSMasterKeyId: z.string().optional() }).optional(),
  BucketEncryption: z
    .object({
      ServerSideEncryptionConfiguration: z.array(
        z.object({
          ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.string().optional() }).optional(),
        }),
      ),
    })
    .optional(),
});

/** The customer key that encrypts a table or bucket. Returns undefined for an AWS-owned key. */
export function keyOf(resources: Resources, encrypted: Resource): Resource | undefined {
  const properties = encryptedSchema.parse(encrypted.properties);
  const [ofBucket] = properties.BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
  const id =
    properties.SSESpecification?.KMSMasterKeyId ?? ofBucket?.ServerSideEncryptionByDefault?.KMSMasterKeyID;
  return resources.find(
    ({ type, ref, attributes }) => type === 'AWS::KMS::Key' && (id === ref || id === attributes.Arn),
  );
}
