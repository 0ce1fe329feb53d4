import * as z from 'zod';

/** The output of `npm audit --json` if the registry answered. */
const report = z.looseObject({
  vulnerabilities: z.record(z.string(), z.looseObject({ severity: z.string() })),
});

/** Whether a build passes an audit, and the reason in sentences. */
export interface AuditVerdict {
  readonly passes: boolean;
  readonly says: string;
}

const FAILING: readonly string[] = ['high', 'critical'];

/**
 * Judges the output of `npm audit --json`: a finding of high or critical severity fails. An audit without an answer of
 * the registry passes with a message.
 */
export function auditVerdict(output: string): AuditVerdict {
  const parsed = report.safeParse(jsonOf(output));
  if (!parsed.success)
    return { passes: true, says: 'npm audit was skipped: the package registry does not answer audits.' };
  const all = Object.entries(parsed.data.vulnerabilities);
  const failing = all.filter(([, { severity }]) => FAILING.includes(severity));
  if (failing.length === 0)
    return {
      passes: true,
      says: `npm audit found nothing of high or critical severity (${all.length} lower findings).`,
    };
  const list = failing.map(([name, { severity }]) => `${name} (${severity})`).join(', ');
  return { passes: false, says: `npm audit found ${list}. Run "npm audit --omit=dev" for what to do.` };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
