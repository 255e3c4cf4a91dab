import { formatNumber, t } from '../translation/translate.ts';
import { linkButton, copyField } from '../components/controls.ts';
import { card } from '../components/surfaces.ts';
import { sectionView } from '../components/navigation/section-menu.ts';
import { html, type Html, type View } from '../html.ts';
import {
  findOperations,
  credentialHeader,
  type OperationGroup,
  type Operation,
  type Reference,
} from './reference.ts';
import { operationDetails, operationLine, withCode } from './operation.ts';

export const referencePath = '/api-docs';

/** More matches mean that the query is too broad. */
const maxFound = 30;

/** All tags with their operations, each with a link. */
export const referenceIndex = (reference: Reference): View =>
  shown(reference, {
    title: t('API reference'),
    href: referencePath,
    body: html`<div class="reference-head">
        <p lang="en" dir="ltr">${reference.description}</p>
        <div class="reference-actions">
          ${linkButton({ label: 'openapi.json', href: '/openapi.json', data: { 'data-turbo': 'false' } })}
        </div>
        <div>
          <p class="operation-note">Base URL</p>
          ${copyField({ label: t('Base URL'), text: reference.base })}
        </div>
      </div>
      ${schemes(reference)}
      ${reference.groups.map(
        (group) =>
          html`<section class="reference-group">
            <h2><a href="${pathOf(group)}" lang="en" dir="ltr">${group.name}</a></h2>
            <ul>
              ${group.operations.map(
                (operation) =>
                  html`<li><a href="${addressOf(group, operation)}">${operationLine(operation)}</a></li>`,
              )}
            </ul>
          </section>`,
      )}`,
  });

/** The operations of one tag, with the requested one opened. */
export const referenceGroup = (
  reference: Reference,
  group: OperationGroup,
  { open, isMember }: { open: string | undefined; isMember: boolean },
): View =>
  shown(reference, {
    title: t('{subject}: API reference', { subject: group.name }),
    href: pathOf(group),
    body: html`<h2 lang="en" dir="ltr">${group.name}</h2>
      ${group.operations.map((operation) =>
        operationDetails(operation, reference, {
          isOpen: operation.id === open,
          isMember,
          address: addressOf(group, operation),
        }),
      )}`,
  });

/** The operations that match a search. */
export function referenceSearch(reference: Reference, q: string, isMember: boolean): View {
  const found = findOperations(reference, q);
  const listed = found.slice(0, maxFound);
  return shown(reference, {
    title: t('Results for “{q}”', { q }),
    href: '',
    q,
    body: html`<h2>${t('Results')}</h2>
      ${found.length === 0 && html`<p>No matching operations. Try fewer or different words.</p>`}
      ${listed.map((operation) =>
        operationDetails(operation, reference, {
          isOpen: found.length === 1,
          isMember,
          address: addressOf(groupOf(reference, operation), operation),
        }),
      )}
      ${
        found.length > listed.length &&
        html`<p>
          Only the first ${formatNumber(maxFound)} of ${formatNumber(found.length)} matches are shown. Add a
          word to narrow the search.
        </p>`
      }`,
  });
}

function shown(
  reference: Reference,
  { title, href, q = '', body }: { title: string; href: string; q?: string; body: Html },
): View {
  const groups = [
    { label: t('API'), entries: [{ label: t('Overview'), href: referencePath }] },
    {
      label: t('Subjects'),
      entries: reference.groups.map((group) => ({ label: group.name, href: pathOf(group) })),
    },
  ];
  return sectionView({
    title,
    heading: t('API reference'),
    style: 'reference',
    groups,
    href,
    search: { action: referencePath, q },
    body,
  });
}

function schemes({ schemes: all }: Reference): Html {
  return card({
    title: t('Authentication'),
    lead: t('Each operation lists which of these it accepts.'),
    body: html`<dl class="reference-schemes" lang="en" dir="ltr">
      ${Object.entries(all).map(
        ([name, scheme]) =>
          html`<div>
            <dt>
              <code>${credentialHeader(name, scheme)}</code>${scheme.in && html` <span>${scheme.in}</span>`}
            </dt>
            <dd>${withCode(scheme.description ?? '')}</dd>
          </div>`,
      )}
    </dl>`,
  });
}

const pathOf = ({ slug }: Pick<OperationGroup, 'slug'>) => `${referencePath}/${slug}`;

const groupOf = ({ groups }: Reference, operation: Operation): Pick<OperationGroup, 'slug'> =>
  groups.find(({ operations }) => operations.includes(operation)) ?? { slug: '' };

/** The page opens the operation without scripts. */
const addressOf = (group: Pick<OperationGroup, 'slug'>, { id }: Operation) =>
  `${pathOf(group)}?open=${encodeURIComponent(id)}#${id}`;
