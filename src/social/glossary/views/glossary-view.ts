import { t } from '../../../web/translation/translate.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { jsonLd } from '../../../web/components/open-graph.ts';
import { stack } from '../../../web/components/people.ts';
import { lineList } from '../../components/line-list.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { plainMarkdown } from '../../../web/markdown.ts';
import type { Viewer } from '../../../platform/app.ts';
import { short } from '../../text/plain.ts';
import type { PageOfTerms } from '../list-terms.ts';
import type { Term, TermSet } from '../reading.ts';
import { mayMaintain } from '../term.ts';

interface GlossaryQuery {
  letter?: string | undefined;
  q?: string | undefined;
  after?: string | undefined;
}

export const termPath = ({ slug }: { slug: string }) => `/glossary/${encodeURIComponent(slug)}`;
export const setHrefOf = ({ slug }: { slug: string }) => `/glossary/sets/${encodeURIComponent(slug)}`;

const longestExcerpt = 180;
export const excerpt = (definition: string, longest = longestExcerpt) =>
  short(plainMarkdown(definition), longest);

/** The index of all terms, by letter or search. */
export function glossaryView(
  { items: terms, next }: PageOfTerms,
  {
    letters,
    sets,
    recent,
    query,
    viewer,
    base,
  }: {
    letters: readonly string[];
    sets: readonly TermSet[];
    /** Recently updated terms. */
    recent: readonly Pick<Term, 'slug' | 'name' | 'updatedAt'>[];
    query: GlossaryQuery;
    viewer: Viewer | undefined;
    base: string;
  },
): View {
  const { letter, q, after } = query;
  const isWhole = letter === undefined && q === undefined && after === undefined;
  return {
    title: letter === undefined ? t('Glossary') : t('{letter} · Glossary', { letter }),
    description: t('Terms explained in a few sentences.'),
    canonical: `${base}/glossary${letter === undefined ? '' : `?letter=${encodeURIComponent(letter)}`}`,
    section: 'glossary',
    head: jsonLd({
      '@type': 'DefinedTermSet',
      '@id': `${base}/glossary`,
      name: 'Glossary',
      url: `${base}/glossary`,
    }),
    ...(recent.length > 0 && { aside: beside(sets, recent) }),
    body: html`${pageHeader({
        title: t('Glossary'),
        lead: t('Terms explained in a few sentences.'),
        actions: viewer && actions(viewer),
      })}
      <search>
        <form class="article-search" action="/glossary" method="get">
          ${textField({
            name: 'q',
            label: t('Search the glossary'),
            hideLabel: true,
            type: 'search',
            value: q,
            placeholder: t('Search the glossary'),
            icon: 'search',
            maxlength: 200,
          })}
          ${button({ label: t('Search') })}
        </form>
      </search>
      ${letters.length > 0 && letterBar(letters, letter)}
      ${terms.length === 0 ? card({ body: nothing(isWhole) }) : card({ flush: true, body: termList(terms, t('Terms')) })}
      ${
        next !== undefined &&
        html`<p>
          ${linkButton({ label: t('Next page'), href: addressOf({ letter, after: next }), icon: 'chevron-right' })}
        </p>`
      }`,
  };
}

const beside = (
  sets: readonly TermSet[],
  recent: readonly Pick<Term, 'slug' | 'name' | 'updatedAt'>[],
): Html =>
  html`${sets.length > 0 && card({ title: t('Sets'), body: lineList(sets.map(toLine)) })}
  ${card({
    title: t('Recently updated'),
    body: html`<ul class="question-titles">
      ${recent.map(
        (term) =>
          html`<li>
            <a dir="auto" href="${termPath(term)}">${term.name}</a>
            <span>${relativeTime(term.updatedAt)}</span>
          </li>`,
      )}
    </ul>`,
  })}`;

const actions = (viewer: Viewer): Html =>
  html`${linkButton({ label: mayMaintain(viewer) ? t('Suggestions') : t('Your suggestions'), href: '/glossary/suggestions', icon: 'list' })}
  ${mayMaintain(viewer) && linkButton({ label: t('New set'), href: '/glossary/sets/new', icon: 'folder' })}
  ${linkButton({
    label: mayMaintain(viewer) ? t('Add a term') : t('Suggest a term'),
    href: '/glossary/new',
    icon: 'plus',
    kind: 'primary',
  })}`;

const letterBar = (letters: readonly string[], chosen: string | undefined): Html =>
  html`<nav class="letters" aria-label="Letters">
    <a href="/glossary" ${attributes({ 'aria-current': chosen === undefined ? 'page' : undefined })}>All</a>
    ${letters.map(
      (letter) =>
        html`<a
          ${attributes({
            href: addressOf({ letter }),
            'aria-current': letter === chosen ? 'page' : undefined,
          })}
          >${letter}</a
        >`,
    )}
  </nav>`;

export const termList = (
  terms: readonly Pick<Term, 'slug' | 'name' | 'aliases' | 'definition'>[],
  label: string,
): Html =>
  stack(
    terms.map(
      (term) =>
        html`<div class="term-row">
          <h2 dir="auto"><a href="${termPath(term)}">${term.name}</a></h2>
          <p dir="auto">${excerpt(term.definition)}</p>
        </div>`,
    ),
    label,
  );

const toLine = (set: TermSet) => ({
  label: set.title,
  href: setHrefOf(set),
  detail: `${t('{count, plural, one {# term} other {# terms}}', { count: set.terms })}${set.description && ` · ${short(set.description, 80)}`}`,
});

const nothing = (isWhole: boolean): Html =>
  emptyState(
    isWhole
      ? { illustration: 'quiet', title: t('No terms yet'), text: t('Explained terms will appear here.') }
      : {
          illustration: 'search',
          title: t('No matching terms'),
          text: html`Try different words, <a class="link" href="/glossary">browse all terms</a>, or
            <a class="link" href="/glossary/new">suggest it</a>.`,
        },
  );

function addressOf(query: GlossaryQuery): string {
  const given = Object.entries(query).flatMap(([name, value]: [string, string | undefined]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `/glossary?${new URLSearchParams(given).toString()}`;
}
