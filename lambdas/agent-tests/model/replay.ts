import * as z from 'zod/mini';
import { versionNumber } from '../../agents/model/version-split.ts';
import { direction, storedCall } from '../../calls/model/call.ts';
import { id, integerBetween, time } from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';

/** Maximum number of calls of a replay. */
export const MAX_REPLAYED = 200;

/**
 * `forced`: each turn of the contact after the recorded past. `open`: the contact's turns, until the conversation departs from the
 * call. `closed`: a simulated contact, who knows what the contact of the call said.
 */
const replayMode = z.enum(['forced', 'open', 'closed']);

export const replayInput = z.lazy(() =>
  z
    .strictObject({
      calls: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_REPLAYED))),
      filter: z.optional(
        z.strictObject({
          agent_id: z.optional(id),
          from: z.optional(time()),
          until: z.optional(time()),
          from_number: z.optional(phoneNumberInput),
          to_number: z.optional(phoneNumberInput),
          direction: z.optional(direction),
          limit: z._default(integerBetween(1, MAX_REPLAYED), MAX_REPLAYED),
        }),
      ),
      agent_version: z.union([versionNumber, z.enum(['draft', 'published'])]),
      baseline: z.optional(z.nullable(versionNumber)),
      mode: z._default(replayMode, 'forced'),
    })
    .check(
      z.refine(({ calls, filter }) => (calls === undefined) !== (filter === undefined), {
        error: 'Name either calls, or a filter.',
        params: { type: 'one_of' },
      }),
    ),
);
export type ReplayInput = z.output<typeof replayInput>;

export const replayEstimate = z.lazy(() =>
  z.object({
    calls: z.int(),
    cost: z.nullable(z.object({ currency: z.string(), total: z.number() })),
  }),
);

/** What a case of a replay plays, as its run stores it. */
export const replayCase = z.object({
  kind: z.literal('replay'),
  call: storedCall,
  /** The names of its agent's tools at that time, by the ids of their actions. */
  tool_names: z.record(z.string(), z.string()),
  mode: replayMode,
  baseline: z.nullable(z.object({ snapshot_id: id, version: z.nullable(z.int()) })),
});
export type ReplayCase = z.infer<typeof replayCase>;
