import * as z from 'zod/mini';
import { isTimeZone } from '../../../agents/model/time-zone.ts';
import { id, requiredText, utcTime } from '../../../platform/fields.ts';
import type { DialDecision, DialQuestion } from './may-dial.ts';

/** The decision about a call as it is stored and shown. */
export const dialDecision = z.lazy(() =>
  z.object({
    decided_at: utcTime(),
    /** The time for which it was decided: when the call was due. */
    for_time: utcTime(),
    mode: z.enum(['enforce', 'warn']),
    allowed: z.boolean(),
    rule: z.optional(z.string()),
    reason: z.optional(z.string()),
    not_before: z.optional(utcTime()),
    tables: z.array(z.object({ code: z.string(), checked: z.string() })),
    consent_ids: z.array(id),
  }),
);
export type StoredDecision = z.infer<typeof dialDecision>;

export function toStoredDecision(
  decision: DialDecision,
  { operator: { mode }, at }: Pick<DialQuestion, 'operator' | 'at'>,
  now: Date,
): StoredDecision {
  const { allowed, tables, consentIds } = decision;
  return {
    decided_at: now.toISOString(),
    for_time: at.toISOString(),
    mode: mode === 'enforce' ? 'enforce' : 'warn',
    allowed,
    ...(!decision.allowed && {
      rule: decision.rule,
      reason: decision.reason,
      ...(decision.notBefore && { not_before: decision.notBefore.toISOString() }),
    }),
    tables: tables.map((table) => ({ ...table })),
    consent_ids: [...consentIds],
  };
}

export const isForbidden = (decision: StoredDecision | undefined): decision is StoredDecision =>
  decision?.mode === 'enforce' && !decision.allowed;

/** Where a contact lives, as the user knows it. */
export const contactLocation = z.lazy(() =>
  z.strictObject({
    country: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
    region: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z0-9]{1,3}$/)))),
    timezone: z.optional(
      z.nullable(requiredText(64).check(z.refine(isTimeZone, 'Must be the IANA name of a time zone.'))),
    ),
  }),
);

const MAX_LISTS = 10;

/** When numbers were last checked against public lists, by the names of the lists. */
export const checkedLists = <Time extends z.ZodMiniType<string>>(at: Time) =>
  z.record(requiredText(100), at).check(
    z.refine((lists) => Object.keys(lists).length <= MAX_LISTS, `At most ${MAX_LISTS} lists are allowed.`),
    z.meta({ maxProperties: MAX_LISTS }),
  );
