import { toMarkdownLine } from '../../kernel/text.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Download, movedTo, pagesFor } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { listLetters, listTerms } from './list-terms.ts';
import {
  getTermContent,
  getNames,
  getSet,
  getTerm,
  getTermAt,
  listNeighbors,
  listRecentTerms,
  listSets,
  type Term,
} from './reading.ts';
import { listSuggestions } from './suggestions.ts';
import { bareChanges } from '../text/changes.ts';
import { prepareShown } from '../text/prepared.ts';
import { termSlug, type TermContent } from './term.ts';
import { listTermVersions } from './versions.ts';
import { glossaryView, termPath } from './views/glossary-view.ts';
import { callsToCompare, termHistoryView, suggestionsView } from './views/suggestions-view.ts';
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
      if (term.slug !== params.slug) return movedTo(termPath(term));
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
      const versions = await listTermVersions(app, term.id);
      const names = await getNames(
        app,
        versions.map(({ content }) => content),
      );
      const calls = versions.flatMap(({ content }, at) => callsToCompare(content, versions[at + 1]?.content));
      await prepareShown(app, viewer?.id ?? 'visitors', calls, ({ text }) => bareChanges(text));
      return termHistoryView(term, versions, names, viewer);
    },
  }),
];

const absoluteHref = (slug: string, base: string) => `${base}/glossary/${encodeURIComponent(slug)}`;

/** A term as Markdown. */
function termToMarkdown(term: Term, base: string): string {
  const parts = [
    `# ${toMarkdownLine(term.name)}`,
    term.aliases.length > 0 && `Also: ${term.aliases.map(toMarkdownLine).join(', ')}`,
    `<${absoluteHref(term.slug, base)}>`,
    term.definition,
    term.seeAlso.length > 0 &&
      `See also: ${term.seeAlso.map(({ slug, name }) => `[${toMarkdownLine(name)}](${absoluteHref(slug, base)})`).join(', ')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A list of terms as Markdown. */
const termsToMarkdown = (title: string, terms: readonly Term[], base: string): string =>
  `# ${toMarkdownLine(title)}\n\n${terms
    .map(
      ({ name, definition }) =>
        `- [${toMarkdownLine(name)}](${absoluteHref(termSlug(name), base)}): ${definition.replaceAll(/\s+/g, ' ')}`,
    )
    .join('\n')}\n`;

/** Shows the suggestions that the viewer may see. `declining` is the state of a rejected answer to one. */
export async function showSuggestions(app: App, viewer: Viewer, declining: FormState = {}): Promise<View> {
  const suggestions = await listSuggestions(app, viewer);
  const present = new Map<string, TermContent>();
  for (const termId of new Set(
    suggestions.flatMap((each) => (each.outcome === null ? (each.termId ?? []) : [])),
  )) {
    const term = await getTerm(app, termId).catch(() => undefined);
    if (term) present.set(termId, await getTermContent(app, term));
  }
  const contents = [...suggestions.map(({ content }) => content), ...present.values()];
  const calls = suggestions.flatMap(({ content, termId }) =>
    callsToCompare(content, present.get(termId ?? '')),
  );
  await prepareShown(app, viewer.id, calls, ({ text }) => bareChanges(text));
  return suggestionsView(suggestions, {
    present,
    names: await getNames(app, contents),
    viewer,
    declining,
  });
}
