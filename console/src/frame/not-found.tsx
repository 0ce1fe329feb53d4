import { Link } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';

/** Where an address leads nowhere. */
export function NotFound() {
  return (
    <main className="lonely" id="main">
      <Page title="There is no such page" name="Not found">
        <p>
          <Link to="/">Go to the overview</Link>
        </p>
      </Page>
    </main>
  );
}
