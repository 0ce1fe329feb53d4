import { DEFAULT_RESPONSES, type ResponseType } from './response-types.ts';

/** A request that the gateway answers itself, with a gateway response of a type. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly type: ResponseType;
  /** Status unless the template sets another. */
  readonly status: number;
  /** Text for the client; null where API Gateway gives none. */
  readonly text: string | null;
  /** The reason for the operator, hidden from the client. */
  readonly reason: string | undefined;

  constructor(
    type: ResponseType,
    options: { readonly status?: number; readonly text?: string; readonly reason?: string } = {},
  ) {
    super(options.reason ?? type);
    this.type = type;
    this.status = options.status ?? DEFAULT_RESPONSES[type].status;
    this.text = options.text ?? DEFAULT_RESPONSES[type].message;
    this.reason = options.reason;
  }
}
