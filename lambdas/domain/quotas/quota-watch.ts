/** The log message by which users who pass 80 or 100 percent of a quota are counted. */
export const QUOTA_PASSED = 'A user passed a share of a quota.';
