import { t } from '../../../web/translation/translate.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { menu, menuButton, menuLink } from '../../../web/components/navigation/menu.ts';
import { lineList } from '../../components/line-list.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { renderMarkdown } from '../../../web/markdown.ts';
import type { Viewer } from '../../../platform/app.ts';
import type { PageOfTerms } from '../list-terms.ts';
import type { Term, TermSet } from '../reading.ts';
import { mayMaintain } from '../term.ts';
import { excerpt, termPath, setHrefOf, termList } from './glossary-view.ts';

interface Context {
  viewer: Viewer | undefined;
  base: string;
}

/** The page of a term. */
export function termView(
  term: Term,
  { viewer, base, neighbors }: Context & { neighbors: readonly Pick<Term, 'slug' | 'name'>[] },
): View {
  const url = base + termPath(term);
  const description = excerpt(term.definition, 200);
  return {
    title: t('{name} · Glossary', { name: term.name }),
    description,
    canonical: url,
    section: 'glossary',
    head: html`${openGraph({ type: 'article', site: 'Plaza', title: term.name, description, url })}
    ${jsonLd(definedTerm(term, base))}`,
    ...((term.seeAlso.length > 0 || term.sets.length > 0) && { aside: termSidebar(term, neighbors) }),
    body: html`${pageHeader({
        title: term.name,
        above: breadcrumbs([{ label: t('Glossary'), href: '/glossary' }, { label: term.name }]),
        lead: term.aliases.length > 0 && t('Also: {aliases}', { aliases: term.aliases.join(', ') }),
        actions: html`${
          viewer &&
          linkButton({
            label: mayMaintain(viewer) ? t('Edit') : t('Suggest an edit'),
            href: `${termPath(term)}/edit`,
            icon: 'pencil',
          })
        }
        ${termMenu(term, viewer)}`,
      })}
      ${card({ body: html`<div class="prose" dir="auto">${renderMarkdown(term.definition)}</div>` })}
      <p class="field-hint">Last updated ${relativeTime(term.updatedAt)}</p>`,
  };
}

const definedTerm = (term: Term, base: string) => ({
  '@type': 'DefinedTerm',
  '@id': base + termPath(term),
  url: base + termPath(term),
  name: term.name,
  ...(term.aliases.length > 0 && { alternateName: term.aliases }),
  description: excerpt(term.definition, 2000),
  dateModified: term.updatedAt.toISOString(),
  inDefinedTermSet: [
    { '@type': 'DefinedTermSet', '@id': `${base}/glossary`, name: 'Glossary', url: `${base}/glossary` },
    ...term.sets.map((set) => ({ '@type': 'DefinedTermSet', name: set.title, url: base + setHrefOf(set) })),
  ],
});

/** Sidebar of a term: its related terms and the neighbors in its first set. */
function termSidebar({ seeAlso, sets }: Term, neighbors: readonly Pick<Term, 'slug' | 'name'>[]): Html {
  const [first, ...others] = sets;
  const toLine = (term: Pick<Term, 'slug' | 'name'>) => ({ label: term.name, href: termPath(term) });
  return html`${seeAlso.length > 0 && card({ title: t('See also'), body: lineList(seeAlso.map(toLine)) })}
  ${
    first &&
    card({
      title: first.title,
      body: lineList(neighbors.map(toLine)),
      footer: html`<a class="link" href="${setHrefOf(first)}">Show all</a>`,
    })
  }
  ${
    others.length > 0 &&
    card({
      title: t('Sets'),
      body: lineList(others.map((set) => ({ label: set.title, href: setHrefOf(set) }))),
    })
  }`;
}

const termMenu = (term: Term, viewer: Viewer | undefined): Html =>
  menu({
    label: t('More about {name}', { name: term.name }),
    items: html`${menuLink({ label: t('Edit history'), href: `${termPath(term)}/history`, icon: 'history' })}
    ${mayMaintain(viewer) && menuButton({ label: t('Delete'), to: `${termPath(term)}/delete`, icon: 'trash-2', danger: true })}`,
  });

/** The terms of a set. */
export const setView = (
  set: TermSet,
  { items: terms, next }: PageOfTerms,
  { viewer, base }: Context,
): View => {
  const url = base + setHrefOf(set);
  return {
    title: t('{title} · Glossary', { title: set.title }),
    description: set.description || t('Terms of the set {title}', { title: set.title }),
    canonical: url,
    section: 'glossary',
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: set.title, description: set.description || set.title, url })}
    ${jsonLd({
      '@type': 'DefinedTermSet',
      '@id': url,
      url,
      name: set.title,
      description: set.description,
      hasDefinedTerm: terms.map((term) => ({
        '@type': 'DefinedTerm',
        name: term.name,
        url: base + termPath(term),
      })),
    })}`,
    body: html`${pageHeader({
      title: set.title,
      lead: set.description,
      above: breadcrumbs([{ label: t('Glossary'), href: '/glossary' }, { label: set.title }]),
      actions:
        mayMaintain(viewer) &&
        linkButton({ label: t('Edit'), href: `${setHrefOf(set)}/edit`, icon: 'pencil' }),
    })}
    ${
      terms.length === 0
        ? card({ body: html`<p>No terms yet.</p>` })
        : card({ flush: true, body: termList(terms, set.title) })
    }
    ${next !== undefined && linkButton({ label: t('Next page'), href: `${setHrefOf(set)}?after=${next}` })}`,
  };
};
