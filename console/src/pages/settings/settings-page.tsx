import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { AuditLog } from './audit-log.tsx';
import { Consents } from './consents.tsx';
import { DoNotCallList } from './do-not-call-list.tsx';
import { Quotas } from './quotas.tsx';
import { Tokens } from './tokens.tsx';

const PARTS = [
  ['tokens', 'Tokens and sessions', Tokens],
  ['do-not-call', 'Do-not-call list', DoNotCallList],
  ['consents', 'Consents', Consents],
  ['audit', 'Audit log', AuditLog],
  ['quotas', 'Quotas', Quotas],
] as const;

/** What concerns the whole account. The address says which part is open. */
export default function SettingsPage() {
  const { tab } = useSearch({ from: '/frame/settings' });
  const [open, , Part] = PARTS.find(([key]) => key === tab) ?? PARTS[0];
  return (
    <Page title="Settings">
      <nav className="tabs" aria-label="Parts of the settings">
        {PARTS.map(([key, name]) => (
          <Link
            key={key}
            to="/settings"
            search={{ tab: key }}
            aria-current={key === open ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
        <Link to="/connections">Connections</Link>
      </nav>
      <Part />
    </Page>
  );
}
