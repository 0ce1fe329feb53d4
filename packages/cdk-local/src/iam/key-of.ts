import * as z from 'zod';
import type { Resource, Resources } from '../template/resource.ts';

const encryptedSchema = z.object({
  SSESpecification: z.object({ KMSMasterKeyId: z.string().optional() }).optional(),
  KmsMasterKeyId: z.string().optional(),
  KmsKeyId: z.string().optional(),
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
const aliasSchema = z.object({ TargetKeyId: z.string() });

/** The customer key that encrypts a table, queue, event bus, secret or bucket. Returns undefined for an AWS-owned key. */
export function keyOf(resources: Resources, encrypted: Resource): Resource | undefined {
  const properties = encryptedSchema.parse(encrypted.properties);
  const [ofBucket] = properties.BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
  const id =
    properties.SSESpecification?.KMSMasterKeyId ??
    properties.KmsMasterKeyId ??
    properties.KmsKeyId ??
    ofBucket?.ServerSideEncryptionByDefault?.KMSMasterKeyID;
  return id === undefined ? undefined : findKey(resources, id);
}

function findKey(resources: Resources, id: string): Resource | undefined {
  const alias = resources.find(
    ({ type, ref }) => type === 'AWS::KMS::Alias' && (id === ref || id.endsWith(`:${ref}`)),
  );
  const target = alias ? aliasSchema.parse(alias.properties).TargetKeyId : id;
  return resources.find(
    ({ type, ref, attributes }) => type === 'AWS::KMS::Key' && (target === ref || target === attributes.Arn),
  );
}
