import { t } from '../../../kernel/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { badge } from '../../../web/components/badge.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { stack } from '../../../web/components/person-row.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { buttonForm, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { listForOperator, OperatedPage } from '../operating/list-for-operator.ts';
import { pathOfPage } from '../../access/page.ts';
import { longestSuspensionReason } from '../operating/suspend-page.ts';

const here = '/operator/member-pages';

/** Verification requests, suspended pages, and search by name. */
export function operatorPagesView(
  { asking, suspended, found }: Awaited<ReturnType<typeof listForOperator>>,
  q: string,
  state: FormState,
): View {
  return operator(
    t('Members’ pages'),
    here,
    html`${card({
      title: t('Verification requests'),
      flush: asking.length > 0,
      body:
        asking.length > 0
          ? list(asking, 'asking', state)
          : emptyState({
              illustration: 'quiet',
              title: t('No requests'),
              text: t('Verification requests of pages will appear here.'),
            }),
    })}
    ${card({
      title: t('Find a page'),
      body: html`<form class="search-row" action="${here}" method="get" role="search">
          ${textField({
            name: 'q',
            type: 'search',
            label: t('Page name'),
            hideLabel: true,
            placeholder: t('Page name'),
            value: q,
            icon: 'search',
            maxlength: 200,
            required: false,
          })}
          ${button({ label: t('Find') })}
        </form>
        ${q !== '' && found.length === 0 && html`<p>No page with this name.</p>`}
        ${found.length > 0 && list(found, 'found', state)}`,
    })}
    ${suspended.length > 0 && card({ title: t('Suspended'), flush: true, body: list(suspended, 'suspended', state) })}`,
  );
}

const list = (pages: readonly OperatedPage[], part: string, state: FormState): Html =>
  stack(pages.map((each) => row(each, part, state)));

function row({ page, note }: OperatedPage, part: string, state: FormState): Html {
  const { id, title, username, likes, suspendedAt, suspendedReason, isVerified, heldAt } = page;
  const error =
    state.values?.id === id && state.values.part === part
      ? (state.errors?.reason ?? state.errors?.answer)
      : undefined;
  return html`<div class="person-row" id="page-${part}-${id}">
    ${avatar({ id, name: title, picture: page.picture })}
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${pathOfPage(page)}">${title}</a> <span class="handle">@${username}</span>
        ${isVerified && badge(t('Verified'), 'success', 'badge-check')}
        ${heldAt && badge(t('Held'), 'warning')} ${suspendedAt && badge(t('Suspended'), 'danger')}
      </p>
      <p class="person-row-detail">
        ${t('{likes, plural, one {# like} other {# likes}}', { likes })}${suspendedAt && html` · ${suspendedReason}`}
      </p>
      ${note !== null && html`<p dir="auto">“${note}”</p>`}
      <form class="row-form" action="${here}" method="post" novalidate>
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="part" value="${part}" />
        ${
          (note !== null || suspendedAt === null) &&
          textField({
            name: 'reason',
            id: `reason-${part}-${id}`,
            label: t('Reason, shown to the team of {title}', { title }),
            hideLabel: true,
            placeholder: t('Reason'),
            value: error === undefined ? '' : state.values?.reason,
            error,
            maxlength: longestSuspensionReason,
            required: false,
          })
        }
        ${note !== null && button({ label: t('Verify'), icon: 'badge-check', small: true, name: 'do', value: 'verify' })}
        ${note !== null && button({ label: t('Decline'), small: true, name: 'do', value: 'decline' })}
        ${suspendedAt === null && button({ label: t('Suspend'), small: true, kind: 'danger', name: 'do', value: 'suspend' })}
      </form>
      ${suspendedAt && buttonForm({ to: here, label: t('Reinstate'), small: true, fields: { id, do: 'unsuspend' } })}
      ${
        note === null &&
        !isVerified &&
        buttonForm({
          to: here,
          label: t('Verify'),
          icon: 'badge-check',
          small: true,
          fields: { id, do: 'verify' },
        })
      }
      ${isVerified && buttonForm({ to: here, label: t('Remove verification'), small: true, fields: { id, do: 'unverify' } })}
    </div>
  </div>`;
}
