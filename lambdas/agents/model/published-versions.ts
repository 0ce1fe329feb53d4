import type { Agent } from './agent.ts';
import type { VersionOrigin } from './agent-version.ts';
import { onlyVersion, type VersionSplit } from './version-split.ts';

/** The published versions after an update; null if calls get the agent's present settings. */
export function publishedAfter(
  { drafts = false, published }: Agent,
  {
    hasDrafts,
    latest,
    origin,
  }: { readonly hasDrafts: boolean; readonly latest: number; readonly origin: VersionOrigin },
): VersionSplit | null {
  if (origin === 'related_record_changed') return published ?? null;
  if (!hasDrafts) return null;
  const isAtOnce = !drafts || origin === 'rolled_back';
  return isAtOnce ? onlyVersion(latest) : (published ?? onlyVersion(latest));
}
