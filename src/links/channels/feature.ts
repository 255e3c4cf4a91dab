import type { Feature } from '../../platform/feature.ts';
import { channelItemPages } from './item-pages.ts';
import { channelPages } from './pages.ts';
import { channelRoutes } from './routes.ts';

export const channelsFeature: Feature = {
  routes: channelRoutes,
  pages: [...channelPages, ...channelItemPages],
  navigation: [
    { key: 'channels', label: 'Channels', icon: 'layers', href: '/dashboard/channels', for: 'member', group: 'Organize', shortcut: 'g c' },
  ],
}; // prettier-ignore
