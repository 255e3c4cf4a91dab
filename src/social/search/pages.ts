import { Type } from 'typebox';
import { operatorMenu } from '../../identity/components/operator-frame.ts';
import { settingsMenu } from '../../identity/components/settings-frame.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { may, type Viewer } from '../../platform/app.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import type { Config } from '../../platform/settings/config.ts';
import { avatar } from '../../web/components/people.ts';
import { menuSuggestions, type Suggestion, suggestionOptions } from '../../web/components/suggestions.ts';
import type { Html } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { suggest, type Suggestions } from './find-names.ts';
import { searchTypes } from './parse-query.ts';
import { searchFor } from './search-all.ts';
import { searchView } from './views.ts';

const anyone = pagesFor('anyone');
const Words = Type.Optional(Type.String({ maxLength: 200 }));
/** Suggestions are requested while typing. */
const suggestionsInSearch = 5;

export const searchPages = [
  anyone.get({
    path: '/search',
    verb: searchFor,
    query: Type.Object({
      q: Words,
      type: Type.Optional(Type.Enum([...searchTypes])),
      sort: Type.Enum(['relevance', 'newest'], { default: 'relevance' }),
      page: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
    }),
    handle: async ({ app, viewer, client, query }) => {
      const { q = '', type, sort, page } = query;
      const now = app.clock.now();
      const context = { viewer, base: app.config.plazaUrl };
      // Search results should not be indexed by search engines.
      client.setHeader('x-robots-tag', 'noindex');
      if (q.trim() === '') return searchView({ q: '', found: undefined, page: 0, sort, now }, context);
      try {
        const asked = { q, type, page, ...(sort === 'newest' && { sort }) };
        const found = await searchFor(app, viewer, asked);
        return searchView({ q, found, page, sort: found.query.sort ?? sort, now }, context);
      } catch (error) {
        if (!(error instanceof Problem && error.field === 'q')) throw error;
        return {
          ...searchView({ q, found: undefined, problem: t(error.text), page, sort, now }, context),
          status: 400,
        };
      }
    },
  }),
  anyone.get({
    path: '/search/suggest',
    limit: {
      by: ['account', 'address'],
      calls: ({ SEARCH_LIMIT }: Config) => SEARCH_LIMIT * suggestionsInSearch,
      within: minutes(1),
    },
    query: Type.Object({ q: Words }),
    handle: async ({ app, viewer, query }) => suggestionList(await suggest(app, viewer, query.q ?? '')),
  }),
  anyone.get({ path: '/palette', handle: ({ viewer }) => suggestionOptions(paletteEntries(viewer)) }),
];

/** The options below the search box, inserted by its controller. */
const suggestionList = ({ people, pages, terms, tags, forums }: Suggestions): Html =>
  suggestionOptions([
    ...people.map((person) => ({
      href: `/@${person.username}`,
      value: `@${person.username}`,
      icon: avatar(person, 'small'),
      label: person.name,
      detail: `@${person.username}`,
    })),
    ...tags.map(({ tag, posts }) => ({
      href: `/hashtag/${encodeURIComponent(tag)}`,
      value: `#${tag}`,
      icon: 'hash' as const,
      label: `#${tag}`,
      detail: t('{posts, plural, one {# post} other {# posts}}', { posts }),
    })),
    ...pages.map((page) => ({
      href: `/pages/${page.username}`,
      icon: avatar({ ...page, name: page.title }, 'small'),
      label: page.title,
      detail: t('Page'),
    })),
    ...forums.map(({ id, title }) => ({
      href: `/forums/${id}`,
      icon: 'messages-square' as const,
      label: title,
      detail: t('Forum'),
    })),
    ...terms.map(({ slug, name }) => ({
      href: `/glossary/${encodeURIComponent(slug)}`,
      icon: 'book-open' as const,
      label: name,
      detail: t('Glossary'),
    })),
  ]);

/** What people can do from the palette, and the pages that the navigation does not list. */
const paletteEntries = (viewer: Viewer | undefined): Suggestion[] =>
  viewer
    ? [
        { href: '/articles/new', icon: 'newspaper', label: t('New article') },
        { href: '/questions/new', icon: 'circle-question-mark', label: t('Ask a question') },
        { href: '/messages/new', icon: 'message-circle', label: t('New message') },
        { href: '/pages/new', icon: 'flag', label: t('New page') },
        { href: '/messages/calls', icon: 'phone', label: t('Calls') },
        { href: '/developers', icon: 'code', label: t('Developers') },
        ...menuSuggestions(t('Settings'), 'settings', settingsMenu()),
        ...(may(viewer, 'operate') ? menuSuggestions(t('Operator'), 'shield', operatorMenu()) : []),
      ]
    : [
        { href: '/developers', icon: 'code', label: t('Developers') },
        { href: '/static/terms', icon: 'file-text', label: t('Terms') },
        { href: '/static/privacy', icon: 'lock', label: t('Privacy') },
        { href: '/contact', icon: 'mail', label: t('Contact') },
      ];
