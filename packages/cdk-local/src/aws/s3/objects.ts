export interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  /** @default none */
  readonly cacheControl?: string;
  readonly modifiedAt: Date;
}

export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

export interface ObjectVersion {
  readonly key: string;
  /** `null` in a bucket without versioning. */
  readonly id: string;
  readonly isLatest: boolean;
  readonly isDeleteMarker: boolean;
  readonly modifiedAt: Date;
}

/** The objects of a bucket, with or without versioning. */
export interface Objects {
  /** Stores an object atomically. Returns the id of the new version. */
  put(name: ObjectName, object: Omit<StoredObject, 'modifiedAt'>): Promise<string>;
  get(name: ObjectName): Promise<StoredObject | undefined>;
  /** Deletes an object, or marks it as deleted; a missing one is no error. Returns the id of the marker, if there is one. */
  delete(name: ObjectName): Promise<string | undefined>;
  /** Deletes a version, or a marker, for good; a missing one is no error. */
  deleteVersion(name: ObjectName, id: string): Promise<void>;
  /** All versions of the keys with a prefix: by key, the latest first. */
  versions(bucket: string, prefix: string): Promise<readonly ObjectVersion[]>;
}

/** The only version of an object in a bucket without versioning. */
export const NULL_VERSION = 'null';
