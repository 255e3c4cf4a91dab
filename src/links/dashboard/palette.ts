import { Type } from 'typebox';
import { settingsMenu } from '../../identity/components/settings-frame.ts';
import { toLine } from '../../kernel/text.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import type { Config } from '../../platform/settings/config.ts';
import { menuSuggestions, type Suggestion, suggestionOptions } from '../../web/components/suggestions.ts';
import { t } from '../../web/translation/translate.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { findItems, type Item, itemName } from '../channels/items.ts';
import type { Owner } from '../owned/owned.ts';
import { ownedTags } from '../tags/tags.ts';

const member = pagesFor('member');
const [mostItems, mostGroups] = [6, 3];

/** The palette of the dashboard: actions and settings, and what an account owns, found while typing. */
export const palettePages = [
  member.get({ path: '/palette', handle: () => suggestionOptions(actions()) }),
  member.get({
    path: '/dashboard/suggest',
    limit: { by: ['account'], calls: ({ SEARCH_LIMIT }: Config) => SEARCH_LIMIT * 5, within: minutes(1) },
    query: Type.Object({ q: Type.String({ maxLength: 200, default: '' }) }),
    handle: async ({ app, viewer, query }) => suggestionOptions(await suggest(app, viewer, toLine(query.q))),
  }),
];

const actions = (): Suggestion[] => [
  { href: '/dashboard/links/new', icon: 'plus', label: t('New link') },
  { href: '/dashboard/import', icon: 'upload', label: t('Import') },
  { href: '/dashboard/export', icon: 'download', label: t('Export') },
  { href: '/dashboard/qr/new', icon: 'qr-code', label: t('New QR code') },
  ...menuSuggestions(t('Settings'), 'settings', settingsMenu()),
];

/** Finds links, QR codes, bio pages, campaigns, channels and tags by part of their names. */
async function suggest(app: App, viewer: Owner, typed: string): Promise<Suggestion[]> {
  if (typed.length < 2) return [];
  const first = { search: typed, page: 1, perPage: mostGroups };
  const [items, campaigns, channels, tags] = await Promise.all([
    findItems(app, viewer, typed, mostItems),
    ownedCampaigns.list(app, viewer, first),
    ownedChannels.list(app, viewer, first),
    ownedTags.list(app, viewer, first),
  ]);
  return [
    ...items.map((item) => ({
      href: pathOf[item.type](item.id),
      icon: iconOf[item.type],
      label: item.title || itemName(app.config, item),
      detail: itemName(app.config, item),
    })),
    ...campaigns.rows.map(({ id, name }) => ({
      href: `/dashboard/campaigns/${id}`,
      icon: 'megaphone' as const,
      label: name,
      detail: t('Campaign'),
    })),
    ...channels.rows.map(({ id, name }) => ({
      href: `/dashboard/channels/${id}`,
      icon: 'layers' as const,
      label: name,
      detail: t('Channel'),
    })),
    ...tags.rows.map(({ name }) => ({
      href: `/dashboard?tag=${encodeURIComponent(name)}`,
      icon: 'tag' as const,
      label: name,
      detail: t('Tag'),
    })),
  ];
}

const iconOf = { links: 'link', bio: 'smartphone', qr: 'qr-code' } as const;
const pathOf: Record<Item['type'], (id: string) => string> = {
  links: (id) => `/dashboard/links/${id}`,
  bio: (id) => `/dashboard/bio/${id}`,
  qr: (id) => `/dashboard/qr/${id}`,
};
