/** A typical request to an endpoint. */
export interface EndpointCase {
  /** Key of the endpoint in the catalogue. */
  readonly endpoint: string;
  /** The variant of the request, if an endpoint has several. */
  readonly kind?: string;
  readonly send: () => Promise<{ readonly status: number; readonly body: unknown }>;
}
