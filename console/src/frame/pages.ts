import type { LinkProps } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
  FlaskConical,
  Hash,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Phone,
  PlugZap,
  Settings,
  Webhook,
} from 'lucide-react';

/** A page that the navigation and the palette lead to. */
interface PageLink {
  readonly to: NonNullable<LinkProps['to']>;
  readonly name: string;
  readonly icon: LucideIcon;
}

/** The pages of the console, in the order of the navigation. */
export const PAGES: readonly PageLink[] = [
  { to: '/', name: 'Overview', icon: LayoutDashboard },
  { to: '/calls', name: 'Calls', icon: Phone },
  { to: '/campaigns', name: 'Campaigns', icon: Megaphone },
  { to: '/agents', name: 'Agents', icon: Bot },
  { to: '/tests', name: 'Tests', icon: FlaskConical },
  { to: '/numbers', name: 'Numbers', icon: Hash },
  { to: '/webhooks', name: 'Webhooks', icon: Webhook },
  { to: '/settings', name: 'Settings', icon: Settings },
];

/** Pages that others lead to. */
export const MORE_PAGES: readonly PageLink[] = [
  { to: '/playground', name: 'Playground', icon: MessageSquareText },
  { to: '/connections', name: 'Connections', icon: PlugZap },
  { to: '/api-reference', name: 'API reference', icon: BookOpen },
];
