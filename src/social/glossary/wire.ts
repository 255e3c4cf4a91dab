import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { After } from '../../platform/http/families/social.ts';
import { renderMarkdown } from '../../web/markdown.ts';
import type { Term } from './queries.ts';
import type { TypedTerm } from './term.ts';

const names = (maxItems: number) => Type.Optional(Type.Array(Type.String({ maxLength: 400 }), { maxItems }));

export const TermId = ById;
export const TermQuery = Type.Object({
  ...After,
  query: Type.Optional(
    Type.String({ maxLength: 200, description: 'Search terms, matched as word prefixes' }),
  ),
  letter: Type.Optional(Type.String({ maxLength: 10 })),
});
export const NewTerm = Type.Object(
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
export const NewSuggestion = Type.Object(
  {
    ...NewTerm.properties,
    term_id: Type.Optional(Id),
    note: Type.Optional(Type.String({ maxLength: 5000, description: 'Reason for the change' })),
  },
  { title: 'NewSuggestion' },
);

const Named = Type.Object({ slug: Type.String(), title: Type.String() });
export const TermRecord = Type.Object(
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
export type TermRecord = Static<typeof TermRecord>;

export const toTermRecord = ({ config }: Pick<App, 'config'>, term: Term): TermRecord => ({
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

export const toTyped = (body: Static<typeof NewTerm>): TypedTerm => ({
  name: body.name,
  definition: body.definition,
  aliases: (body.aliases ?? []).join('\n'),
  seeAlso: (body.see_also ?? []).join('\n'),
  sets: body.sets ?? [],
});
