import { t } from '../../../web/translation/translate.ts';
import { badge, card, emptyState, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { button } from '../../../web/components/controls.ts';
import { buttonForm, errorSummary, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import { changesIn, difference, versionsOf } from '../../text/changes.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import type { Term } from '../reading.ts';
import type { TermSuggestion } from '../suggestions.ts';
import { longestVersionNote } from '../terms.ts';
import { termSlug, mayMaintain, type TermContent } from '../term.ts';
import type { TermVersion } from '../versions.ts';
import { termPath } from './glossary-view.ts';

/** Names of the ids in a content. */
interface Names {
  terms: ReadonlyMap<string, string>;
  sets: ReadonlyMap<string, string>;
}

/** Open suggestions for glossary editors, or the viewer's own suggestions with their outcome. */
export function suggestionsView(
  suggestions: readonly TermSuggestion[],
  {
    present,
    names,
    viewer,
    declining,
  }: { present: ReadonlyMap<string, TermContent>; names: Names; viewer: Viewer; declining: FormState },
): View {
  const isMaintainer = mayMaintain(viewer);
  const title = isMaintainer ? t('Suggestions') : t('Your suggestions');
  return {
    title: t('{title} · Glossary', { title }),
    section: 'glossary',
    body: html`${pageHeader({ title })}
    ${
      // Someone else may have answered it meanwhile.
      !suggestions.some(({ id, outcome }) => id === declining.values?.suggestion && outcome === null) &&
      errorSummary(declining)
    }
    ${
      suggestions.length === 0
        ? card({
            body: emptyState({
              illustration: 'quiet',
              title: isMaintainer ? t('All caught up') : t('No suggestions yet'),
              text: isMaintainer
                ? t('Suggestions by members will appear here.')
                : html`<a class="link" href="/glossary/new">Suggest a term</a>, or suggest an edit on a term’s
                    page.`,
            }),
          })
        : suggestions.map((each) =>
            card({
              title: each.content.name,
              lead: html`${each.termId === null ? t('New term') : t('Edit')} by
                <a class="link" href="/@${each.author.username}">${each.author.name}</a>,
                ${relativeTime(each.createdAt)}`,
              body: html`${each.heldAt && badge(t('Flagged by moderation'), 'warning')}
              ${contentShown(each.content, each.termId === null ? undefined : present.get(each.termId), names)}
              ${each.note && html`<p class="quiet-text">“${each.note}”</p>`} ${state(each)}`,
              ...(each.outcome === null && {
                footer: isMaintainer ? decisions(each, declining) : withdrawal(each),
              }),
            }),
          )
    }`,
  };
}

const state = ({ outcome, reason, content: { name } }: TermSuggestion): Html | false =>
  outcome !== null &&
  html`<p>
    ${badge(outcome === 'taken' ? t('Accepted') : t('Declined'), outcome === 'taken' ? 'success' : 'neutral')}
    ${outcome === 'taken' && html`<a class="link" href="${termPath({ slug: termSlug(name) })}">${name}</a>`}
    ${reason}
  </p>`;

function decisions({ id, content }: TermSuggestion, declining: FormState): Html {
  const { values, errors } = declining.values?.suggestion === id ? declining : {};
  return html`<div class="button-row">
    ${buttonForm({
      to: `/glossary/suggestions/${id}/take`,
      label: t('Accept'),
      icon: 'check',
      small: true,
      kind: 'primary',
      data: { 'aria-label': t('Accept: {name}', { name: content.name }) },
    })}
    <form class="article-search" action="/glossary/suggestions/${id}/decline" method="post">
      ${textField({
        name: 'reason',
        id: `reason-${id}`,
        label: t('Reason'),
        hideLabel: true,
        placeholder: t('Reason'),
        required: false,
        maxlength: longestVersionNote,
        value: values?.reason,
        error: errors?.reason,
      })}
      ${button({ label: t('Decline'), small: true })}
    </form>
  </div>`;
}

const withdrawal = ({ id, content }: TermSuggestion): Html =>
  buttonForm({
    to: `/glossary/suggestions/${id}/withdraw`,
    label: t('Withdraw'),
    small: true,
    confirm: t('Withdraw your suggestion of {name}?', { name: content.name }),
  });

/** The versions of a term with their editors. */
export const termHistoryView = (
  term: Term,
  versions: readonly TermVersion[],
  names: Names,
  viewer: Viewer | undefined,
): View => ({
  title: t('Edit history of “{name}”', { name: term.name }),
  section: 'glossary',
  body: html`${pageHeader({ title: t('Edit history'), lead: html`<a class="link" href="${termPath(term)}">${term.name}</a>` })}
  ${versions.map((version, index) =>
    card({
      title: index === 0 ? t('Current version') : t('Previous version'),
      lead: html`${relativeTime(version.at)} by
      ${version.editor === null ? t('a deleted account') : `@${version.editor}`}${
        version.suggester !== null && t(', suggested by @{suggester}', { suggester: version.suggester })
      }`,
      body: contentShown(version.content, versions[index + 1]?.content, names),
      ...(index > 0 &&
        mayMaintain(viewer) && {
          footer: buttonForm({
            to: `${termPath(term)}/versions/restore`,
            fields: { version: version.id },
            label: t('Restore this version'),
            small: true,
          }),
        }),
    }),
  )}`,
});

/** What the view compares, which is expensive for long definitions. */
export const callsToCompare = (content: TermContent, before: TermContent | undefined) => [
  changesIn.call(versionsOf(before?.definition, content.definition)),
];

/** The suggested content of a term, as a diff against the current content if the term exists. */
function contentShown(content: TermContent, before: TermContent | undefined, names: Names): Html {
  const rows = fieldsOf(content, names);
  const former = before && fieldsOf(before, names);
  return html`${rows.map(([label, text], index) => {
    const old = former?.[index]?.[1] ?? (former ? '' : text);
    return (
      (text !== '' || old !== '') &&
      html`<p class="difference" dir="auto"><strong>${label}:</strong> ${difference(old, text)}</p>`
    );
  })}`;
}

const fieldsOf = ({ name, aliases, definition, seeAlso, sets }: TermContent, names: Names) =>
  [
    [t('Term'), name],
    [t('Meaning'), definition],
    [t('Other names'), aliases.join(', ')],
    [t('See also'), seeAlso.flatMap((id) => names.terms.get(id) ?? []).join(', ')],
    [t('Sets'), sets.flatMap((id) => names.sets.get(id) ?? []).join(', ')],
  ] as const;
