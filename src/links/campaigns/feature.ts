import type { Feature } from '../../platform/feature.ts';
import { campaignLinkPages } from './link-pages.ts';
import { campaignPages } from './pages.ts';
import { campaignPublicPages } from './public-pages.ts';
import { campaignRoutes } from './routes.ts';

export const campaignsFeature: Feature = {
  routes: campaignRoutes,
  pages: [...campaignPages, ...campaignLinkPages, ...campaignPublicPages],
  navigation: [
    { key: 'campaigns', label: 'Campaigns', icon: 'megaphone', href: '/dashboard/campaigns', for: 'member', group: 'Organize', shortcut: 'g m' },
  ],
}; // prettier-ignore
