import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from 'cdk-local/runtime.ts';
import production from '../support/environments/production.ts';
import { makeAccount } from '../support/numbers.ts';
import { ExternalService, json } from '../support/peers/external-service.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { addModelRules } from '../support/scene.ts';
import { type Api, getJson } from '../support/service/api.ts';
import { startOwnService } from '../support/service/own-service.ts';
import type { Connection } from '../support/service/service-process.ts';
import { RetryingClient } from './retrying-client.ts';

/**
 * The factor by which the service runs faster than real time: most of a run waits for a queue's visibility timeout of a
 * minute, or for a reconciliation after two.
 */
const SPEED = 20;

/** No quotas: a thousand seeds create more than the limits of a user permit. */
const UNLIMITED = Object.fromEntries(Object.keys(production.quotas).map((name) => [name, null]));

/** A running service in which scenarios run under faults. */
export interface World {
  readonly connection: Connection;
  readonly runtime: Runtime;
  /** The user's client, which repeats failed requests. */
  readonly client: RetryingClient;
  /** The same user, without repeats. */
  readonly api: Api;
  readonly receiver: WebhookReceiver;
  readonly webhookUrl: string;
  readonly service: ExternalService;
  readonly serviceUrl: string;
  /** An account of the user's own at the carrier, for purchases. */
  readonly account: { readonly sid: string; readonly connectionId: string };
  /** The injected faults of a seed, one a line. */
  logOfFaults(seed: number): readonly string[];
  close(): Promise<void>;
}

/** A call at the carrier. */
export interface CarrierCall {
  readonly sid: string;
  readonly to: string;
  readonly status: string;
  readonly finished: boolean;
  readonly created_at: string;
}

/** Starts the service, its user's receivers and the rules of the model. */
export async function startWorld(): Promise<World> {
  const receiver = new WebhookReceiver();
  const service = new ExternalService({ '/orders': json({ result: { order: 7, state: 'sent on Monday' } }) });
  const [webhookUrl, serviceUrl] = await Promise.all([receiver.listen(), service.listen()]);
  const own = await startOwnService({ QUOTAS: JSON.stringify(UNLIMITED) }, { speed: SPEED });
  const { connection, runtime, api } = own;
  await addModelRules(connection, [
    { when: { system: 'SPEC-FAULTS', tool_result: 'Monday' }, reply: 'Your order left us on Monday.' },
    {
      when: { system: 'SPEC-FAULTS', last_user: 'order' },
      tool_call: { name: 'find_order', arguments: { number: 7 } },
    },
    { when: { system: 'SPEC-FAULTS', last_user: 'goodbye' }, tool_call: { name: 'end_conversation' } },
    { when: { system: 'SPEC-FAULTS', last_user: 'hello' }, reply: 'Here I am.' },
  ]);
  const account = await makeAccount(connection, api);
  return {
    connection,
    runtime,
    client: new RetryingClient(connection),
    api,
    receiver,
    webhookUrl,
    service,
    serviceUrl,
    account: { sid: account.sid, connectionId: account.connection.id },
    logOfFaults: (seed) => linesOf(own.data, `seed ${seed}:`),
    close: async () => {
      await own.close();
      await Promise.all([receiver.close(), service.close()]);
    },
  };
}

function linesOf(data: string, text: string): readonly string[] {
  const path = join(data, 'logs', 'faults.log');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((line) => line.includes(text));
}

/** The carrier's calls to a number. */
export function carrierCalls({ connection }: World, to: string): Promise<CarrierCall[]> {
  return getJson(`${connection.carrier_url}/simulator/calls?to=${encodeURIComponent(to)}`);
}

/** Throws an error with the facts if an invariant does not hold. */
export function mustHold(rule: string, holds: boolean, facts: unknown): void {
  if (!holds) throw new Error(`${rule}: ${JSON.stringify(facts)}`);
}
