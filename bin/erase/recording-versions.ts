import { UPLOADS } from '../../lambdas/campaigns/store/keys.ts';
import { sendToBucket } from '../../lambdas/platform/bucket.ts';

/** A version of a recording, or a delete marker. */
interface Version {
  readonly key: string;
  readonly id: string;
}

/** Milliseconds to wait for an answer. */
const TIMEOUT_MS = 30_000;

/** Permanently deletes all recordings and uploads of a user, with former versions. Returns the number of versions. */
export async function deleteRecordings(bucketUrl: string, userId: string): Promise<number> {
  let deleted = 0;
  for (const prefix of [`${userId}/`, `${UPLOADS}${userId}/`]) {
    let page: Version[];
    do {
      // Always reads the first page, because the previous one was deleted.
      page = await firstVersions(bucketUrl, prefix);
      for (const version of page) await deleteVersion(bucketUrl, version);
      deleted += page.length;
    } while (page.length > 0);
  }
  return deleted;
}

/** Up to 1,000: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
async function firstVersions(bucketUrl: string, prefix: string): Promise<Version[]> {
  const url = new URL(`${bucketUrl}/`);
  url.search = new URLSearchParams({ versions: '', prefix }).toString();
  const response = await sendToBucket(url, { method: 'GET', timeoutMs: TIMEOUT_MS });
  const listed = (await response.text()).matchAll(/<(Version|DeleteMarker)>(.*?)<\/\1>/gs);
  return [...listed].map(([, , fields = '']) => ({
    key: fieldOf(fields, 'Key'),
    id: fieldOf(fields, 'VersionId'),
  }));
}

/** A field's text. It needs no XML unescaping: keys and ids have only letters, digits and . _ - /. */
function fieldOf(fields: string, name: string): string {
  const text = new RegExp(`<${name}>([\\w./-]+)</${name}>`).exec(fields)?.[1];
  if (text === undefined) throw new Error(`S3 listed a version without a ${name}.`);
  return text;
}

async function deleteVersion(bucketUrl: string, { key, id }: Version): Promise<void> {
  const url = new URL(`${bucketUrl}/${key}`);
  url.searchParams.set('versionId', id);
  await sendToBucket(url, { method: 'DELETE', timeoutMs: TIMEOUT_MS });
}
