/** The identity of a resource for others: its Ref and its Fn::GetAtt attributes. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A resource while its identity is computed; its properties are resolved one by one, on demand. */
export interface UnresolvedResource {
  readonly region: string;
  readonly account: string;
  /** The origin of the local AWS endpoint, as in queue URLs. */
  readonly awsEndpoint: string;
  name(property: string): string;
  property(property: string): string;
  id(length: number, alphabet: string): string;
}

export type IdentityOf = (resource: UnresolvedResource) => Identity;
