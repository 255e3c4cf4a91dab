import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import { deleteTerm } from './delete-term.ts';
import { listTerms } from './list-terms.ts';
import { getTerm } from './queries.ts';
import { saveTerm } from './save-term.ts';
import { suggestTerm } from './suggest-term.ts';
import { NewSuggestion, NewTerm, TermId, TermQuery, TermRecord, toTermRecord, toTyped } from './wire.ts';

const addition = 'Extension.';
const editors = 'Requires the permission glossary.';
const tag = 'Glossary';
const member = operations(tag, 'member');
const app = operations(tag, 'app');
const often = { by: ['account'], calls: 60, within: minutes(5) } as const;
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
    summary: 'Suggest a new term or a change to a term',
    description: `${addition} Glossary editors decide, and a notification reports their decision.`,
    limit: often,
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
    summary: 'Add a term',
    description: `${addition} ${editors}`,
    limit: often,
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
    summary: 'Update a term',
    description: `${addition} ${editors} Omitted fields are removed.`,
    limit: often,
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
