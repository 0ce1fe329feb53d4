import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '../protocol/aws-error.ts';
import type { Service } from '../protocol/service.ts';
import { type DeliveryOptions, deliver } from './delivery.ts';
import { busArnOf, type Rule, readRules } from './rule.ts';

const entrySchema = z.object({
  EventBusName: z.string().default('default'),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: z.string().transform((text): unknown => JSON.parse(text)),
  Time: z.number().optional(),
});
const inputSchema = z.object({ Entries: z.array(entrySchema).min(1).max(10) });

type Entry = z.infer<typeof entrySchema>;

/** Most bytes of one request's entries: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
const MAX_REQUEST_BYTES = 1_048_576;

/** EventBridge: acknowledges an event after it is durable in the queue of every target of its rules. */
export function createEventsService(options: DeliveryOptions & { readonly defaultArn: string }): Service {
  const rules = readRules(options.resources);
  return {
    handle: async ({ operation, input, access }) => {
      if (operation !== 'PutEvents') {
        throw new AwsError('UnknownOperationException', `${operation} is not known to the local runtime`);
      }
      const { Entries } = inputSchema.parse(input);
      if (JSON.stringify(Entries).length > MAX_REQUEST_BYTES) {
        throw new AwsError(
          'ValidationException',
          'Total size of the entries in the request is over the limit.',
        );
      }
      const busOf = (entry: Entry) => busArnOf(options.resources, entry.EventBusName, options.defaultArn);
      for (const entry of Entries) access.check({ action: 'events:PutEvents', resource: busOf(entry) });
      const results = await Promise.all(
        Entries.map((entry) => putEvent(entry, busOf(entry), rules, options)),
      );
      return { status: 200, body: { FailedEntryCount: 0, Entries: results } };
    },
  };
}

async function putEvent(
  entry: Entry,
  busArn: string,
  rules: readonly Rule[],
  options: DeliveryOptions,
): Promise<object> {
  const id = randomUUID();
  const [, , , region, account] = busArn.split(':');
  const event = {
    version: '0',
    id,
    'detail-type': entry.DetailType,
    source: entry.Source,
    account,
    time: new Date(entry.Time === undefined ? Date.now() : entry.Time * 1000)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [],
    detail: entry.Detail,
  };
  const matching = rules.filter((rule) => rule.busArn === busArn && rule.matches(event));
  await Promise.all(
    matching.flatMap((rule) => rule.targets.map((target) => deliver(event, rule, target, options))),
  );
  return { EventId: id };
}
