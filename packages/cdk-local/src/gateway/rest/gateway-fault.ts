import { DEFAULT_RESPONSES, type ResponseType } from './response-types.ts';

/** A request that the gateway answers itself, with a gateway response of a type. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly type: ResponseType;
  /** Status unless the template sets another. */
  readonly status: number;
  readonly reason: string | undefined;
  /** The output of the authorizer that refused the request: `$context.authorizer` in gateway responses. */
  readonly authorizer: Readonly<Record<string, string | number>> | undefined;

  constructor(
    type: ResponseType,
    { status, reason, authorizer }: Partial<Pick<GatewayFault, 'status' | 'reason' | 'authorizer'>> = {},
  ) {
    super(reason ?? type);
    this.type = type;
    this.status = status ?? DEFAULT_RESPONSES[type].status;
    this.reason = reason;
    this.authorizer = authorizer;
  }
}
