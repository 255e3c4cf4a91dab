import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { type Download, movedTo, pagesFor } from '../../platform/http/endpoint.ts';
import { listLetters, listTerms } from './list-terms.ts';
import { listNeighbors, listRecentTerms, listSets, getNames, getSet, getTermAt } from './queries.ts';
import { termsToMarkdown, termToMarkdown } from './to-markdown.ts';
import { listVersions } from './versions.ts';
import { glossaryView, hrefOf } from './views/glossary-view.ts';
import { showSuggestions } from './show-suggestions.ts';
import { historyView } from './views/suggestions-view.ts';
import { setView, termView } from './views/term-view.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Slug = Type.Object({ slug: Type.String({ maxLength: 400 }) });

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

/** Pages for reading the glossary. Pages for editing it are in `editing-pages.ts`. */
export const glossaryPages = [
  anyone.get({
    path: '/glossary',
    cached: true,
    query: Type.Object({
      letter: Type.Optional(Type.String({ maxLength: 10 })),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      after: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, client, query }) => {
      const { letter, q, after } = query;
      const found = await listTerms(app, { letter, words: q, after });
      const base = app.config.plazaUrl;
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept)) return markdown(termsToMarkdown(t('Glossary'), found.items, base));
      const [letters, sets, recent] = await Promise.all([
        listLetters(app),
        listSets(app),
        listRecentTerms(app),
      ]);
      return glossaryView(found, { letters, sets, recent, query, viewer, base });
    },
  }),
  member.get({
    path: '/glossary/suggestions',
    handle: ({ app, viewer }) => showSuggestions(app, viewer),
  }),
  anyone.get({
    path: '/glossary/sets/:slug',
    cached: true,
    params: Slug,
    query: Type.Object({ after: Type.Optional(Id) }),
    handle: async ({ app, viewer, client, params, query }) => {
      const set = await getSet(app, params.slug);
      const found = await listTerms(app, { setId: set.id, after: query.after });
      const base = app.config.plazaUrl;
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept)) return markdown(termsToMarkdown(set.title, found.items, base));
      return setView(set, found, { viewer, base });
    },
  }),
  anyone.get({
    path: '/glossary/:slug',
    cached: true,
    params: Slug,
    handle: async ({ app, viewer, client, params }) => {
      const term = await getTermAt(app, params.slug);
      if (term.slug !== params.slug) return movedTo(hrefOf(term));
      const base = app.config.plazaUrl;
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept)) return markdown(termToMarkdown(term, base));
      const [set] = term.sets;
      return termView(term, { viewer, base, neighbors: set ? await listNeighbors(app, term, set.id) : [] });
    },
  }),
  anyone.get({
    path: '/glossary/:slug/history',
    params: Slug,
    handle: async ({ app, viewer, params }) => {
      const term = await getTermAt(app, params.slug);
      const versions = await listVersions(app, term.id);
      const names = await getNames(
        app,
        versions.map(({ content }) => content),
      );
      return historyView(term, versions, names, viewer);
    },
  }),
];
