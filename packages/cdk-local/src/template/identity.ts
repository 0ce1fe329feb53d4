/** What other resources see of a resource: the answer to Ref, and those to Fn::GetAtt. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A resource while its identity is worked out; its properties are resolved one by one, on demand. */
export interface UnresolvedResource {
  readonly region: string;
  readonly account: string;
  /** The origin under which the local AWS endpoint is reached, as queue URLs carry it. */
  readonly awsEndpoint: string;
  /** The name a property gives, or else the generated one. */
  name(property: string): string;
  property(property: string): string;
  /** An id of its own, the same at each start. */
  id(length: number, alphabet: string): string;
}

export type IdentityOf = (resource: UnresolvedResource) => Identity;
