import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import { matchesWildcard } from '../iam/wildcard.ts';
import type { LoadedAssembly } from '../template/load.ts';
import { readProperties } from '../template/properties.ts';

const deploymentSchema = z.object({
  SourceObjectKeys: z.array(z.string()),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.never('the local runtime knows no prefixes of deployed files').optional(),
  Prune: z.literal(false, 'the local runtime deletes no files of buckets'),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
  SystemMetadata: z.strictObject({ 'cache-control': z.string() }),
  // Markers in files are not replaced.
  SourceMarkers: z.array(z.strictObject({})).optional(),
});

export interface DeployedFile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The files of the template's deployments to a bucket, by their keys. */
export function readDeployedFiles(
  { resources, assetAt }: Pick<LoadedAssembly, 'resources' | 'assetAt'>,
  bucket: string,
): ReadonlyMap<string, DeployedFile> {
  const files = new Map<string, DeployedFile>();
  for (const resource of resources) {
    if (resource.type !== 'Custom::CDKBucketDeployment') continue;
    const deployment = readProperties(resource, deploymentSchema);
    if (deployment.DestinationBucketName !== bucket) continue;
    for (const directory of deployment.SourceObjectKeys.map(assetAt))
      for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(directory, path).split(sep).join('/');
        const contentType = TYPES[extname(key)] ?? 'binary/octet-stream';
        const headers = { ...deployment.SystemMetadata, 'content-type': contentType };
        if (entry.isFile() && isDeployed(key, deployment)) files.set(key, { path, headers });
      }
  }
  return files;
}

/** https://docs.aws.amazon.com/cli/latest/reference/s3/#use-of-exclude-and-include-filters */
function isDeployed(key: string, { Exclude, Include }: z.infer<typeof deploymentSchema>): boolean {
  const fits = (pattern: string) => matchesWildcard(pattern, key);
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
