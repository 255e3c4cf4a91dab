import { linkRoutes } from '../links/shorten/api.ts';
import { tryRoutes } from '../links/shorten/try-routes.ts';
import { linkJobs } from '../links/shorten/jobs.ts';
import { codeRoutes } from '../links/qr/api.ts';
import { codePages, oneCodePages } from '../links/qr/pages.ts';
import { codePicturePages } from '../links/qr/pictures.ts';
import { bioRoutes } from '../links/bio/api.ts';
import { bioPages } from '../links/bio/pages.ts';
import { interstitialPages } from '../links/interstitials/pages.ts';
import { safetyPublicPages } from '../links/safety/public-pages.ts';
import { safetyListPages, safetyOperatorPages } from '../links/safety/operator-pages.ts';
import { safetyJobs } from '../links/safety/check-targets.ts';
import { statisticsRoutes, statisticsJobs } from '../links/statistics/api.ts';
import { statisticsPages } from '../links/statistics/pages.ts';
import { dashboardPages } from '../links/dashboard/pages.ts';
import { archiveRoutes } from '../links/account/archive-api.ts';
import { userRoutes } from '../links/account/user-api.ts';
import { transferRoutes } from '../links/transfer/api.ts';
import { transferPages } from '../links/transfer/pages.ts';
import { transferJobs } from '../links/transfer/fetch-import.ts';
import { webhookPages } from '../identity/webhooks/webhook-pages/pages.ts';
import { webhookRoutes } from '../links/webhooks/api.ts';
import { hopWebhooks } from '../links/webhooks/events.ts';
import { webhookJobs } from '../links/webhooks/expiry.ts';
import { domainRoutes } from '../links/domains/api.ts';
import { askPages, domainPages } from '../links/domains/pages.ts';
import { domainJobs } from '../links/domains/records.ts';
import { conversionJobs, conversionRoutes } from '../links/conversions/api.ts';
import { campaignRoutes } from '../links/campaigns/api.ts';
import { campaignLinkPages, campaignPages, campaignPublicPages } from '../links/campaigns/pages.ts';
import { channelRoutes } from '../links/channels/api.ts';
import { channelItemPages, channelPages } from '../links/channels/pages.ts';
import { tagRoutes } from '../links/tags/api.ts';
import { tagPages } from '../links/tags/pages.ts';
import { templateRoutes } from '../links/utm/api.ts';
import { templatePages } from '../links/utm/pages.ts';
import { splashRoutes } from '../links/splash/api.ts';
import { splashPages } from '../links/splash/pages.ts';
import { overlayRoutes } from '../links/overlays/api.ts';
import { overlayAnswerPages, overlayPages } from '../links/overlays/pages.ts';
import { overlayJobs } from '../links/overlays/answers.ts';
import { pixelRoutes } from '../links/pixels/api.ts';
import { pixelConsentPages, pixelPages } from '../links/pixels/pages.ts';
import { accountRoutes, plazaRedirectPages } from '../links/account/api.ts';
import { teamRoutes } from '../links/account/team-api.ts';
import { workspaceRoutes, workspaceSettingsPages } from '../links/account/workspace.ts';
import { teamPages, workspacePages } from '../links/account/team.ts';
import { accountDataJobs, hopDataPages } from '../links/account/data-pages.ts';
import { planPages } from '../links/account/plans.ts';
import type { Feature } from '../platform/feature.ts';

/** Hop's features, in the order of its navigation. */
export const linksFeatures: readonly Feature[] = [
  {
    routes: [...linkRoutes, ...tryRoutes],
    jobs: linkJobs,
    navigation: [
      // prettier-ignore
      { key: 'links', label: 'Links', icon: 'link', href: '/dashboard', for: 'member', phone: true, shortcut: 'g l' },
    ],
  },
  {
    routes: codeRoutes,
    pages: [...codePages, ...oneCodePages, ...codePicturePages],
    navigation: [
      // prettier-ignore
      { key: 'qr', label: 'QR codes', icon: 'qr-code', href: '/dashboard/qr', for: 'member', phone: true, shortcut: 'g q' },
    ],
  },
  {
    routes: bioRoutes,
    pages: bioPages,
    navigation: [
      // prettier-ignore
      { key: 'bio', label: 'Bio pages', icon: 'smartphone', href: '/dashboard/bio', for: 'member', phone: true, shortcut: 'g b' },
    ],
  },
  {
    routes: statisticsRoutes,
    pages: statisticsPages,
    jobs: statisticsJobs,
    navigation: [
      // prettier-ignore
      { key: 'statistics', label: 'Statistics', icon: 'chart-line', href: '/dashboard/statistics', for: 'member', phone: true, shortcut: 'g t' },
    ],
  },
  {
    routes: conversionRoutes,
    jobs: conversionJobs,
  },
  {
    routes: campaignRoutes,
    pages: [...campaignPages, ...campaignLinkPages, ...campaignPublicPages],
    navigation: [
      // prettier-ignore
      { key: 'campaigns', label: 'Campaigns', icon: 'megaphone', href: '/dashboard/campaigns', for: 'member', group: 'Organize', shortcut: 'g m' },
    ],
  },
  {
    routes: channelRoutes,
    pages: [...channelPages, ...channelItemPages],
    navigation: [
      // prettier-ignore
      { key: 'channels', label: 'Channels', icon: 'layers', href: '/dashboard/channels', for: 'member', group: 'Organize', shortcut: 'g c' },
    ],
  },
  {
    routes: tagRoutes,
    pages: tagPages,
    navigation: [
      // prettier-ignore
      { key: 'tags', label: 'Tags', icon: 'tag', href: '/dashboard/tags', for: 'member', group: 'Organize', shortcut: 'g #' },
    ],
  },
  {
    routes: templateRoutes,
    pages: templatePages,
    navigation: [
      // prettier-ignore
      { key: 'utm', label: 'UTM templates', icon: 'braces', href: '/dashboard/utm', for: 'member', group: 'Organize', shortcut: 'g u' },
    ],
  },
  {
    routes: domainRoutes,
    pages: [...domainPages, ...askPages],
    jobs: domainJobs,
    navigation: [
      // prettier-ignore
      { key: 'domains', label: 'Domains', icon: 'globe', href: '/dashboard/domains', for: 'member', group: 'Redirect tools', shortcut: 'g d' },
    ],
  },
  {
    routes: splashRoutes,
    pages: splashPages,
    navigation: [
      // prettier-ignore
      { key: 'splash', label: 'Splash pages', icon: 'panel-right', href: '/dashboard/splash', for: 'member', group: 'Redirect tools', shortcut: 'g p' },
    ],
  },
  {
    routes: overlayRoutes,
    pages: [...overlayPages, ...overlayAnswerPages],
    jobs: overlayJobs,
    navigation: [
      // prettier-ignore
      { key: 'overlays', label: 'Overlays', icon: 'message-circle', href: '/dashboard/overlays', for: 'member', group: 'Redirect tools', shortcut: 'g o' },
    ],
  },
  {
    routes: pixelRoutes,
    pages: [...pixelPages, ...pixelConsentPages],
    navigation: [
      // prettier-ignore
      { key: 'pixels', label: 'Pixels', icon: 'target', href: '/dashboard/pixels', for: 'member', group: 'Redirect tools', shortcut: 'g x' },
    ],
  },
  {
    pages: interstitialPages,
  },
  {
    pages: dashboardPages,
    navigation: [
      // prettier-ignore
      { key: 'api', label: 'API & keys', icon: 'key-round', href: '/dashboard/api', for: 'member', group: 'Account', shortcut: 'g a' },
    ],
  },
  {
    routes: webhookRoutes,
    pages: webhookPages(hopWebhooks),
    jobs: webhookJobs,
    navigation: [
      // prettier-ignore
      { key: 'webhooks', label: 'Webhooks', icon: 'webhook', href: '/dashboard/webhooks', for: 'member', group: 'Account', shortcut: 'g w' },
    ],
  },
  {
    routes: [...teamRoutes, ...workspaceRoutes],
    pages: [...teamPages, ...workspacePages, ...workspaceSettingsPages],
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
      { key: 'data', label: 'Your data', icon: 'download', href: '/dashboard/data', for: 'member', inMenu: true },
    ],
  },
  {
    routes: accountRoutes,
    pages: plazaRedirectPages,
    navigation: [
      // prettier-ignore
      { key: 'settings', label: 'Settings', icon: 'settings', href: '/dashboard/settings', for: 'member', inMenu: true, shortcut: 'g s' },
    ],
  },
  {
    routes: [...transferRoutes, ...archiveRoutes, ...userRoutes],
    pages: transferPages,
    jobs: transferJobs,
  },
  {
    pages: planPages,
    navigation: [
      // prettier-ignore
      { key: 'plans', label: 'Plans', icon: 'gauge', href: '/operator/plans', for: 'operator', inMenu: true },
    ],
  },
  {
    pages: [...safetyPublicPages, ...safetyOperatorPages, ...safetyListPages],
    jobs: safetyJobs,
    navigation: [
      // prettier-ignore
      { key: 'safety', label: 'Safety', icon: 'shield', href: '/operator/reports', for: 'operator', inMenu: true },
    ],
  },
];
