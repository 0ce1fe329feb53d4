import { FaultNote } from '../parts/fault-note.tsx';
import { Page } from '../parts/page.tsx';

/** Stands for a page whose code failed or could not be loaded: a new version may have replaced its file. */
export function Broken({ error }: { readonly error: unknown }) {
  return (
    <Page title="This page failed" name="Failed">
      <FaultNote error={error} onRetry={() => location.reload()} />
    </Page>
  );
}
