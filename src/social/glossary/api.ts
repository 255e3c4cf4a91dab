import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { renderMarkdown } from '../../web/markdown.ts';
import { listTerms } from './list-terms.ts';
import { getTerm, type Term } from './reading.ts';
import type { TypedTerm } from './term.ts';
import { saveTerm, suggestTerm } from './terms.ts';
import { deleteTerm } from './versions.ts';

const names = (maxItems: number) => Type.Optional(Type.Array(Type.String({ maxLength: 400 }), { maxItems }));

const TermId = ById;
const TermQuery = Type.Object({
  ...After,
  query: Type.Optional(
    Type.String({ maxLength: 200, description: 'Search terms, matched as word prefixes' }),
  ),
  letter: Type.Optional(Type.String({ maxLength: 10 })),
});
const NewTerm = Type.Object(
  {
    name: Type.String({ maxLength: 2000 }),
    definition: Type.String({ maxLength: 50_000, description: 'Markdown' }),
    aliases: names(50),
    see_also: Type.Optional(
      Type.Array(Type.String({ maxLength: 400 }), { maxItems: 50, description: 'Names of related terms' }),
    ),
    sets: Type.Optional(
      Type.Array(Type.String({ maxLength: 400 }), { maxItems: 50, description: 'Slugs of sets' }),
    ),
  },
  { title: 'NewTerm' },
);
const NewSuggestion = Type.Object(
  {
    ...NewTerm.properties,
    term_id: Type.Optional(Id),
    note: Type.Optional(Type.String({ maxLength: 5000, description: 'Reason for the change' })),
  },
  { title: 'NewSuggestion' },
);

const Named = Type.Object({ slug: Type.String(), title: Type.String() });
const TermRecord = Type.Object(
  {
    id: Type.String(),
    term_id: Type.String({ description: 'The same as `id`' }),
    slug: Type.String(),
    url: Type.String(),
    name: Type.String(),
    aliases: Type.Array(Type.String()),
    definition: Type.String({ description: 'Markdown' }),
    definition_html: Type.String({ description: 'Sanitized HTML' }),
    see_also: Type.Array(Named),
    sets: Type.Array(Named),
    updated: Type.String({ description: 'ISO 8601' }),
  },
  { title: 'Term' },
);
type TermRecord = Static<typeof TermRecord>;

const toTermRecord = ({ config }: Pick<App, 'config'>, term: Term): TermRecord => ({
  id: term.id,
  term_id: term.id,
  slug: term.slug,
  url: `${config.plazaUrl}/glossary/${encodeURIComponent(term.slug)}`,
  name: term.name,
  aliases: term.aliases,
  definition: term.definition,
  definition_html: renderMarkdown(term.definition).text,
  see_also: term.seeAlso.map(({ slug, name }) => ({ slug, title: name })),
  sets: term.sets.map(({ slug, title }) => ({ slug, title })),
  updated: term.updatedAt.toISOString(),
});

const toTyped = (body: Static<typeof NewTerm>): TypedTerm => ({
  name: body.name,
  definition: body.definition,
  aliases: (body.aliases ?? []).join('\n'),
  seeAlso: (body.see_also ?? []).join('\n'),
  sets: body.sets ?? [],
});

const addition = 'Extension.';
const editors = 'Requires the permission glossary.';
const tag = 'Glossary';
const member = operations(tag, 'member');
const app = operations(tag, 'app');
const example = {
  name: 'Canonical address',
  definition: 'The one address of what can be read at **several**.',
};
const Saved = Type.Union([TermRecord, Type.Null()], {
  description: 'null if held for review by another glossary editor',
});

export const glossaryRoutes = [
  app.get({
    path: '/apis/php/glossary',
    summary: 'List terms of the glossary',
    description: `${addition} In index order, or best matches first for a search; 50 per page.`,
    query: TermQuery,
    returns: PageEnvelope(Type.Array(TermRecord)),
    handle: async ({ app, query }) => {
      const { letter, query: words, after } = query;
      const page = pageAfter(after);
      const { items: terms, next } = await listTerms(app, { letter, words, page });
      return { data: terms.map((term) => toTermRecord(app, term)), ...nextPage(page, next !== undefined) };
    },
  }),
  app.get({
    path: '/apis/php/glossary/term/{id}',
    summary: 'Get a term',
    description: addition,
    params: TermId,
    returns: Envelope(TermRecord),
    handle: async ({ app, params }) => ({ data: toTermRecord(app, await getTerm(app, params.id)) }),
  }),
  member.post({
    path: '/apis/php/glossary/suggest',
    verb: suggestTerm,
    summary: 'Suggest a new term or a change to a term',
    description: `${addition} Glossary editors decide, and a notification reports their decision.`,
    body: NewSuggestion,
    returns: Envelope(Type.Object({ suggestion_id: Type.String() })),
    example: { ...example, note: 'It comes up again and again' },
    handle: async ({ app, viewer, body }) => {
      const typed = { ...toTyped(body), note: body.note ?? '' };
      return {
        message: 'Suggested',
        data: { suggestion_id: await suggestTerm(app, viewer, typed, body.term_id) },
      };
    },
  }),
  member.post({
    path: '/apis/php/glossary/term',
    verb: saveTerm,
    summary: 'Add a term',
    description: `${addition} ${editors}`,
    body: NewTerm,
    returns: Envelope(Saved),
    example,
    handle: async ({ app, viewer, body }) => {
      const saved = await saveTerm(app, viewer, toTyped(body));
      return {
        message: 'Saved',
        data: 'id' in saved ? toTermRecord(app, await getTerm(app, saved.id)) : null,
      };
    },
  }),
  member.put({
    path: '/apis/php/glossary/term/{id}',
    verb: saveTerm,
    summary: 'Update a term',
    description: `${addition} ${editors} Omitted fields are removed.`,
    params: TermId,
    body: NewTerm,
    returns: Envelope(Saved),
    example,
    handle: async ({ app, viewer, params, body }) => {
      const saved = await saveTerm(app, viewer, toTyped(body), params.id);
      return {
        message: 'Saved',
        data: 'id' in saved ? toTermRecord(app, await getTerm(app, saved.id)) : null,
      };
    },
  }),
  member.delete({
    path: '/apis/php/glossary/term/{id}',
    verb: deleteTerm,
    summary: 'Delete a term',
    description: `${addition} ${editors}`,
    params: TermId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteTerm(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
];
