/** What the log says, and is counted by, when a user passes 80 or 100 percent of a quota. */
export const QUOTA_PASSED = 'A user passed a share of a quota.';
