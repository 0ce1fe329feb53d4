import { SNAPSHOT_PATH } from 'cdk-local/aws/cloudwatch/snapshot-page.ts';
import { z } from 'zod';
import { requestJson } from '../call/clients/request-json.ts';
import type { Connection } from '../connection-file.ts';

const alarm = z.object({
  logicalId: z.string(),
  description: z.string(),
  state: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']),
  reason: z.string(),
  since: z.number().optional(),
  actions: z.enum(['none', 'disabled', 'suppressed', 'enabled']),
  rang: z.number(),
  fault: z.string().optional(),
});

const metric = z.object({
  namespace: z.string(),
  name: z.string(),
  dimensions: z.record(z.string(), z.string()),
  count: z.number(),
  sum: z.number(),
  latest: z.number(),
  p50: z.number(),
  p90: z.number(),
  p99: z.number(),
});

const snapshot = z.object({
  now: z.number(),
  minutes: z.number(),
  openConnections: z.number(),
  alarms: z.array(alarm),
  metrics: z.array(metric),
});

/** The service's report on itself. */
export type ServiceSnapshot = z.infer<typeof snapshot>;
export type ShownAlarm = z.infer<typeof alarm>;
export type ShownMetric = z.infer<typeof metric>;

/** Asks the running service. Throws CommandError if there is no answer. */
export function askService(
  { aws_endpoint_url: endpoint }: Pick<Connection, 'aws_endpoint_url'>,
  minutes: number,
): Promise<ServiceSnapshot> {
  const url = new URL(`${SNAPSHOT_PATH}?minutes=${minutes}`, endpoint);
  return requestJson({ method: 'GET', url, answer: snapshot });
}
