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
import { accountFeature } from '../links/account/feature.ts';
import { webhooksFeature } from '../links/webhooks/feature.ts';
import { teamFeature } from '../links/team/feature.ts';
import { accountDataFeature } from '../links/account-data/feature.ts';
import { transferFeature } from '../links/transfer/feature.ts';
import { plansFeature } from '../links/plans/feature.ts';
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
  teamFeature,
  accountDataFeature,
  accountFeature,
  transferFeature,
  plansFeature,
  safetyFeature,
];
