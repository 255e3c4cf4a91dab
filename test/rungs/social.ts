/**
 * Layers of Plaza's features, from the lowest to the highest: a feature imports only features of lower
 * layers.
 */
export const rungs: readonly (readonly string[])[] = [
  [
    'apps',
    'categories',
    'contact',
    'crawlers',
    'lists',
    'live',
    'previews',
    'tallies',
    'text',
    'undo',
    'uploads',
  ],
  ['components', 'filters', 'moderation', 'people', 'static-pages'],
  ['access', 'notify'],
  ['wallet'],
  ['chat', 'drafts', 'relationships'],
  ['posts'],
  ['comments', 'discovery', 'glossary', 'notifications', 'syndication', 'translation'],
  ['post-view', 'reactions', 'reports'],
  ['cases', 'pages'],
  ['appeals', 'forums', 'monetization', 'profiles', 'search'],
  ['articles', 'groups', 'memberships', 'questions', 'saved', 'sitemaps', 'trending'],
  ['newsletters'],
  ['accounts', 'citations', 'events', 'feed'],
  ['app', 'digest', 'moving', 'webhooks'],
];

/** Existing upward imports, as `from -> to`. Do not add any. */
export const breaches: readonly string[] = [];
