import * as z from 'zod/mini';
import { id, integerBetween, utcTime } from '../../platform/fields.ts';
import { campaignStatus, pauseReason, totals } from './campaign.ts';

export const campaignUpload = z.lazy(() => z.object({ upload: id, url: z.url(), expires_at: utcTime() }));

/** Most bytes of a file. */
export const MAX_BYTES = 30_000_000;

export const campaignUploadInput = z.lazy(() => z.strictObject({ bytes: integerBetween(1, MAX_BYTES) }));

export const campaignImportInput = z.lazy(() => z.strictObject({ upload: id }));

export const importMessage = z.object({ user_id: id, campaign_id: id, import_id: id });
export type ImportMessage = z.infer<typeof importMessage>;

const count = () => z._default(z.int(), 0);

/** The import of a file, and how far it is. */
export const campaignImport = z.object({
  id,
  rows: count(),
  accepted: count(),
  refused: count(),
  state: z.enum(['running', 'done', 'failed']),
  reason: z.optional(z.string()),
});
export type CampaignImport = z.infer<typeof campaignImport>;

export const archiveMessage = z.object({ user_id: id, campaign_id: id, archive_id: id });
export type ArchiveMessage = z.infer<typeof archiveMessage>;

export const ARCHIVE_TYPE = 'application/gzip';

const archiveFields = () => ({
  state: z.enum(['preparing', 'ready']),
  calls: count(),
  updated_at: utcTime(),
});

/** The evidence of a campaign's calls: its files, and the recipient after which the next part of the last one begins. */
export const storedArchive = z.object({
  ...archiveFields(),
  id,
  files: z._default(z.array(id), []),
  after: z.optional(z.string()),
});
export type StoredArchive = z.infer<typeof storedArchive>;

/** Milliseconds after its last progress until which an archive is answered; then a request begins another one. */
const FRESH_MS = { preparing: 600_000, ready: 3_600_000 };

export const isFresh = ({ state, updated_at }: StoredArchive, now: Date): boolean =>
  now.getTime() - Date.parse(updated_at) < FRESH_MS[state];

export const campaignEvidence = z.lazy(() =>
  z.object({
    ...archiveFields(),
    urls: z.optional(z.array(z.url())),
    expires_at: z.optional(utcTime()),
  }),
);

export const campaignReport = z.lazy(() =>
  z.object({
    id,
    status: campaignStatus,
    paused_because: z.optional(z.nullable(pauseReason)),
    ...totals(),
    dialed_by_day: z.record(z.string(), z.int()),
    cost_by_day: z.record(z.string(), z.number()),
    seconds_by_day: z.record(z.string(), z.int()),
    import: z.optional(campaignImport),
    expected_end: z.optional(utcTime()),
  }),
);
