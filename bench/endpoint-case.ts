/** A typical request to an endpoint. */
export interface EndpointCase {
  /** Key of the endpoint in the catalogue. */
  readonly endpoint: string;
  /** What is special about the request, where an endpoint has several kinds. */
  readonly kind?: string;
  readonly send: () => Promise<{ readonly status: number; readonly body: unknown }>;
}
