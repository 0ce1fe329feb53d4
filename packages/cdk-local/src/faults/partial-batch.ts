import * as z from 'zod';

/** A batch without the entry that fails. */
export interface PartialBatch {
  /** The input with the other entries; undefined without others. */
  readonly rest: unknown;
  /** Completes the response to the other entries (undefined without others). */
  answer(body: unknown): object;
}

const entries = z.looseObject({ Entries: z.array(z.looseObject({ Id: z.string().optional() })).min(1) });
const items = z.looseObject({
  RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(z.unknown()) })),
});
const eventAnswer = z.object({ Entries: z.array(z.unknown()).default([]) }).prefault({});
const queueAnswer = z
  .object({ Successful: z.array(z.unknown()).default([]), Failed: z.array(z.unknown()).default([]) })
  .prefault({});
const itemAnswer = z.record(z.string(), z.unknown()).default({});

/**
 * Lets one entry of a batch fail, at `fraction` (from 0 to 1) of its length. Returns undefined for anything but a
 * batch.
 * - PutEvents: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html (an entry has an ErrorCode)
 * - SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html (Failed)
 * - DynamoDB: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 *   (UnprocessedKeys)
 */
export function partialBatch(operation: string, input: unknown, fraction: number): PartialBatch | undefined {
  const batch = entries.safeParse(input).data;
  if (batch) return partialEntries(operation, batch, fraction);
  const table = items.safeParse(input).data;
  return table && partialItems(table, fraction);
}

const indexAt = (fraction: number, length: number) => Math.min(length - 1, Math.floor(fraction * length));

function partialEntries(operation: string, input: z.infer<typeof entries>, fraction: number): PartialBatch {
  const failing = indexAt(fraction, input.Entries.length);
  const Entries = input.Entries.toSpliced(failing, 1);
  return {
    rest: Entries.length > 0 ? { ...input, Entries } : undefined,
    answer: (body) => {
      if (operation === 'PutEvents') return withFailedEvent(body, failing);
      const { Successful, Failed } = queueAnswer.parse(body);
      const { Id } = input.Entries[failing] ?? {};
      const failure = { Id, SenderFault: false, Code: 'InternalError', Message: 'Injected fault' };
      return { Successful, Failed: [...Failed, failure] };
    },
  };
}

function withFailedEvent(body: unknown, failing: number) {
  const failure = { ErrorCode: 'InternalFailure', ErrorMessage: 'Injected fault' };
  const Entries = eventAnswer.parse(body).Entries.toSpliced(failing, 0, failure);
  const failed = Entries.filter((result) => z.object({ ErrorCode: z.string() }).safeParse(result).success);
  return { FailedEntryCount: failed.length, Entries };
}

function partialItems(input: z.infer<typeof items>, fraction: number): PartialBatch | undefined {
  const [table, request] = Object.entries(input.RequestItems)[0] ?? [];
  if (table === undefined || request === undefined) return undefined;
  const failing = indexAt(fraction, request.Keys.length);
  const left = request.Keys.toSpliced(failing, 1);
  const { [table]: _, ...others } = input.RequestItems;
  const RequestItems = left.length > 0 ? { ...others, [table]: { ...request, Keys: left } } : others;
  return {
    rest: Object.keys(RequestItems).length > 0 ? { ...input, RequestItems } : undefined,
    answer: (body) => ({
      Responses: {},
      ...itemAnswer.parse(body),
      UnprocessedKeys: { [table]: { ...request, Keys: [request.Keys[failing]] } },
    }),
  };
}
