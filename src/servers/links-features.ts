import { accountRoutes, plazaRedirectPages } from '../links/account/api.ts';
import { teamPages, workspacePages } from '../links/account/team.ts';
import { accountDataJobs, hopDataPages } from '../links/account/data-pages.ts';
import { planPages } from '../links/account/plans.ts';
import type { Feature } from '../platform/feature.ts';
import { linksFeature } from '../links/links/feature.ts';
import { dashboardFeature } from '../links/dashboard/feature.ts';
import { codesFeature } from '../links/qr/feature.ts';
import { bioFeature } from '../links/bio/feature.ts';
import { statisticsFeature } from '../links/statistics/feature.ts';
import { campaignsFeature } from '../links/campaigns/feature.ts';
import { channelsFeature } from '../links/channels/feature.ts';
import { tagsFeature } from '../links/tags/feature.ts';
import { domainsFeature } from '../links/domains/feature.ts';
import { splashFeature } from '../links/splash/feature.ts';
import { overlaysFeature } from '../links/overlays/feature.ts';
import { pixelsFeature } from '../links/pixels/feature.ts';
import { interstitialsFeature } from '../links/interstitials/feature.ts';
import { webhooksFeature } from '../links/webhooks/feature.ts';
import { transferFeature } from '../links/transfer/feature.ts';
import { safetyFeature } from '../links/safety/feature.ts';

/** Hop's features, in the order of its navigation. */
export const linksFeatures: readonly Feature[] = [
  linksFeature,
  codesFeature,
  bioFeature,
  statisticsFeature,
  campaignsFeature,
  channelsFeature,
  tagsFeature,
  domainsFeature,
  splashFeature,
  overlaysFeature,
  pixelsFeature,
  interstitialsFeature,
  dashboardFeature,
  webhooksFeature,
  {
    pages: [...teamPages, ...workspacePages],
    navigation: [
      // prettier-ignore
      { key: 'team', label: 'Team', icon: 'users', href: '/dashboard/team', for: 'member', group: 'Account', shortcut: 'g e' },
    ],
  },
  {
    pages: hopDataPages,
    jobs: accountDataJobs,
    navigation: [
      // prettier-ignore
      { key: 'data', label: 'Your data', icon: 'download', href: '/dashboard/data', for: 'member', group: 'Account' },
    ],
  },
  {
    routes: accountRoutes,
    pages: plazaRedirectPages,
    navigation: [
      // prettier-ignore
      { key: 'settings', label: 'Settings', icon: 'settings', href: '/dashboard/settings', for: 'member', group: 'Account', shortcut: 'g s' },
    ],
  },
  transferFeature,
  {
    pages: planPages,
    navigation: [
      // prettier-ignore
      { key: 'plans', label: 'Plans', icon: 'gauge', href: '/operator/plans', for: 'operator', group: 'Operator' },
    ],
  },
  safetyFeature,
];
