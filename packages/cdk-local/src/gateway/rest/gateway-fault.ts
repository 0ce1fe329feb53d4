import { DEFAULT_RESPONSES, type ResponseType } from './response-types.ts';

/** A request that the gateway answers itself, with a gateway response of a type. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly type: ResponseType;
  /** Status unless the template sets another. */
  readonly status: number;
  /** Text for the client; null if API Gateway has none. */
  readonly text: string | null;
  readonly reason: string | undefined;
  /** The output of the authorizer that refused the request: `$context.authorizer` in gateway responses. */
  readonly authorizer: Readonly<Record<string, string | number>> | undefined;

  constructor(type: ResponseType, options: GatewayFaultOptions = {}) {
    super(options.reason ?? type);
    this.type = type;
    this.status = options.status ?? DEFAULT_RESPONSES[type].status;
    this.text = options.text ?? DEFAULT_RESPONSES[type].message;
    this.reason = options.reason;
    this.authorizer = options.authorizer;
  }
}

type GatewayFaultOptions = Partial<
  Pick<GatewayFault, 'status'> & {
    readonly text: string;
    readonly reason: string;
    readonly authorizer: Readonly<Record<string, string | number>>;
  }
>;
