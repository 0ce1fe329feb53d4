import type { Objects, ObjectVersion } from './objects.ts';

/** Most versions of a page. */
const MOST = 1000;

/** The XML of a page of versions: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
export async function listVersions(
  objects: Objects,
  bucket: string,
  query: URLSearchParams,
): Promise<string> {
  const all = await objects.versions(bucket, query.get('prefix') ?? '');
  const after = all.findIndex((version) => isAt(version, query));
  const rest = all.slice(after + 1);
  const page = rest.slice(0, Math.min(MOST, Number(query.get('max-keys') ?? MOST)));
  const last = page.length < rest.length ? page.at(-1) : undefined;
  const next = last ? element('NextKeyMarker', last.key) + element('NextVersionIdMarker', last.id) : '';
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `${element('Name', bucket)}${element('IsTruncated', String(last !== undefined))}${next}` +
    `${page.map(describe).join('')}</ListVersionsResult>`
  );
}

/** Whether a page begins after this version. */
const isAt = ({ key, id }: ObjectVersion, query: URLSearchParams) =>
  key === query.get('key-marker') && id === query.get('version-id-marker');

function describe({ key, id, isLatest, isDeleteMarker, modifiedAt }: ObjectVersion): string {
  const name = isDeleteMarker ? 'DeleteMarker' : 'Version';
  const fields = [
    element('Key', key),
    element('VersionId', id),
    element('IsLatest', String(isLatest)),
    element('LastModified', modifiedAt.toISOString()),
  ];
  return `<${name}>${fields.join('')}</${name}>`;
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
