import { environment } from '../platform/environment.ts';

/** When a call that is under way is next held against what the vendor knows of it. */
export function nextSettling(now: Date): Date {
  return new Date(now.getTime() + Number(environment('SETTLE_SECONDS')) * 1000);
}
