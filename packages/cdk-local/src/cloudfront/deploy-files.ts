import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import type { ObjectStore } from '../aws/s3/object-store.ts';
import { matchesWildcard } from '../iam/wildcard.ts';
import type { LoadedAssembly } from '../template/load.ts';
import { readProperties } from '../template/properties.ts';

const deploymentSchema = z.strictObject({
  ServiceToken: z.string(),
  SourceBucketNames: z.array(z.string()),
  SourceObjectKeys: z.array(z.string()),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  Prune: z.literal(false, 'the local runtime deletes no files of buckets'),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
  SystemMetadata: z.strictObject({ 'cache-control': z.string().optional() }).default({}),
  // Markers in files are not replaced.
  SourceMarkers: z.array(z.strictObject({})).optional(),
  // Has no meaning on a laptop, which caches nothing.
  DistributionId: z.unknown().optional(),
  DistributionPaths: z.unknown().optional(),
  WaitForDistributionInvalidation: z.unknown().optional(),
  RetainOnDelete: z.unknown().optional(),
  OutputObjectKeys: z.unknown().optional(),
});
type Deployment = z.infer<typeof deploymentSchema>;

/** Puts the files of the template's bucket deployments into their buckets. Filters work as in `aws s3 sync`. */
export async function deployFiles(
  { resources, assetAt }: Pick<LoadedAssembly, 'resources' | 'assetAt'>,
  objects: ObjectStore,
): Promise<void> {
  for (const resource of resources) {
    if (resource.type !== 'Custom::CDKBucketDeployment') continue;
    const deployment = readProperties(resource, deploymentSchema);
    for (const key of deployment.SourceObjectKeys) await deploy(deployment, assetAt(key), objects);
  }
}

async function deploy(deployment: Deployment, directory: string, objects: ObjectStore): Promise<void> {
  const { DestinationBucketName: bucket, DestinationBucketKeyPrefix: prefix } = deployment;
  const cacheControl = deployment.SystemMetadata['cache-control'];
  const files = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => isDeployed(name, deployment));
  for (const name of files) {
    const body = await readFile(join(directory, name));
    const contentType = TYPES[extname(name)] ?? 'binary/octet-stream';
    const object = { body, contentType, ...(cacheControl !== undefined && { cacheControl }) };
    await objects.put({ bucket, key: prefix + name }, object);
  }
}

/** https://docs.aws.amazon.com/cli/latest/reference/s3/#use-of-exclude-and-include-filters */
function isDeployed(name: string, { Exclude, Include }: Deployment): boolean {
  const fits = (pattern: string) => matchesWildcard(pattern, name);
  return Include.some(fits) || !Exclude.some(fits);
}

/** The content types that the AWS CLI guesses by the names of files; `binary/octet-stream` for others. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
};
