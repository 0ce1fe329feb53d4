import * as z from 'zod/mini';
import { consentRecord } from '../../../consents/model/consent.ts';
import { disclosureSaid } from '../../../conversation/model/disclosure.ts';
import { doNotCallEntry } from '../../../do-not-call/model/do-not-call.ts';
import { id, phoneNumber, utcTime } from '../../../platform/fields.ts';
import { callerNumber, callStatus, direction, lawFields, type StoredCall } from '../call.ts';
import { dialDecision } from './dial-decision.ts';
import { RULE_TABLES } from './may-dial.ts';

const evidenceCall = () =>
  z.object({
    id,
    agent_id: id,
    agent_version: z.optional(z.int()),
    direction,
    from_number: callerNumber,
    to_number: phoneNumber,
    status: callStatus,
    ...lawFields(utcTime()),
    override_do_not_call: z.optional(z.boolean()),
    created_at: utcTime(),
    scheduled_at: z.optional(utcTime()),
    dialing_at: z.optional(utcTime()),
    start_time: z.optional(utcTime()),
    end_time: z.optional(utcTime()),
  });

/** All that decided about a call, and what proves it. */
export const callEvidence = z.lazy(() =>
  z.object({
    made_at: utcTime(),
    call: evidenceCall(),
    decision: z.nullable(dialDecision),
    /** The tables of the decision as they are now: each says whether it is that of the decision. */
    rules: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        checked: z.string(),
        sources: z.array(z.string()),
        is_of_decision: z.boolean(),
      }),
    ),
    /** The consents and withdrawals of the number, newest first. */
    consents: z.array(consentRecord),
    disclosures: z.array(disclosureSaid),
    /** The entries of the number on the do-not-call list, newest first. */
    do_not_call: z.array(doNotCallEntry),
    stopped_at: z.nullable(utcTime()),
    recording: z.nullable(z.object({ sha256: z.nullable(z.string()), bytes: z.int(), kept_at: utcTime() })),
  }),
);
export type CallEvidence = z.infer<typeof callEvidence>;

interface Found {
  readonly consents: CallEvidence['consents'];
  readonly entries: CallEvidence['do_not_call'];
}

export function evidenceOf(call: StoredCall, { consents, entries }: Found, now: Date): CallEvidence {
  const { dial_decision, disclosures = [], recording_kept_at, recording_bytes = 0, recording_sha256 } = call;
  return {
    made_at: now.toISOString(),
    call,
    decision: dial_decision ?? null,
    rules: (dial_decision?.tables ?? []).flatMap(({ code, checked }) => {
      const table = RULE_TABLES[code];
      if (!table) return [];
      const { name, sources } = table;
      return [
        {
          code,
          name,
          checked: table.checked,
          sources: [...sources],
          is_of_decision: table.checked === checked,
        },
      ];
    }),
    consents,
    disclosures,
    do_not_call: entries,
    stopped_at: entries.find(({ call_id }) => call_id === call.id)?.listed_at ?? null,
    recording:
      recording_kept_at === undefined
        ? null
        : { sha256: recording_sha256 ?? null, bytes: recording_bytes, kept_at: recording_kept_at },
  };
}
