import type { Rate } from '../../limits/token-bucket.ts';
import type { LambdaTarget } from '../lambda-proxy/lambda-target.ts';
import type { GatewayResponse } from './gateway-response.ts';
import type { ResponseType } from './response-types.ts';

export interface RestApi {
  readonly id: string;
  readonly name: string;
  readonly stage: RestStage;
  /** Bytes of the smallest answer that is compressed. Undefined if none is. */
  readonly minimumCompressionSize: number | undefined;
  readonly methods: readonly RestMethod[];
  readonly gatewayResponses: ReadonlyMap<ResponseType, GatewayResponse>;
}

/** The stage of the API; its name is in events only, not in local paths. */
export interface RestStage {
  readonly name: string;
  readonly deploymentId: string;
  readonly limit: Rate | undefined;
}

export interface RestMethod {
  readonly httpMethod: string;
  readonly resourceId: string;
  /** Path with parameters in braces: `/v1/calls/{id}`. */
  readonly resourcePath: string;
  readonly authorizer: Authorizer | undefined;
  readonly integration: Integration;
}

export type Integration =
  | { readonly type: 'lambda'; readonly target: LambdaTarget; readonly timeoutMs: number }
  | {
      readonly type: 'mock';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
      /** The content types of requests that the method has a template for; others are refused. */
      readonly accepts: readonly string[];
    };

/** A function that decides who may call a method. */
export interface Authorizer {
  readonly id: string;
  readonly target: LambdaTarget;
  /** The locations of the caller's identity: `method.request.header.Authorization`. */
  readonly identitySources: readonly string[];
  /** Milliseconds for which a decision is cached. */
  readonly ttlMs: number;
}
