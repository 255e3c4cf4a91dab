import type { Feature } from '../../platform/feature.ts';
import { teamPages } from './pages.ts';
import { workspacePages } from './workspace-pages.ts';

export const teamFeature: Feature = {
  pages: [...teamPages, ...workspacePages],
  navigation: [
    { key: 'team', label: 'Team', icon: 'users', href: '/dashboard/team', for: 'member', group: 'Account', shortcut: 'g e' },
  ],
}; // prettier-ignore
