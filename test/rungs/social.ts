/** The features of Plaza from the lowest rung to the highest: each may import features of lower rungs only. */
export const rungs: readonly (readonly string[])[] = [
  [
    'apps',
    'categories',
    'contact',
    'crawlers',
    'landing',
    'lists',
    'live',
    'previews',
    'static-pages',
    'tallies',
    'text',
    'uploads',
  ],
  ['components', 'moderation', 'people'],
  ['access', 'notify'],
  ['wallet'],
  ['chat', 'drafts', 'relationships'],
  ['posts'],
  ['comments', 'discovery', 'glossary', 'notifications', 'polls', 'subscriptions', 'syndication'],
  ['post-view', 'reactions', 'reports'],
  ['cases', 'pages'],
  ['appeals', 'forums', 'monetization', 'profiles', 'search'],
  ['articles', 'memberships', 'questions', 'saved', 'sitemaps', 'trending'],
  ['accounts', 'citations', 'feed'],
  ['app', 'welcome'],
];

/** Imports that go up nevertheless, as `from -> to`: this list only shrinks. */
export const breaches: readonly string[] = [];
