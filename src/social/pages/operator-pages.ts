import { Type } from 'typebox';
import { operator as operatorFrame } from '../../identity/components/operator-frame.ts';
import { Id } from '../../kernel/input.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { avatar, stack } from '../../web/components/people.ts';
import { badge, card, unfold } from '../../web/components/surfaces.ts';
import { button, type ButtonKind } from '../../web/components/controls.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import { buttonForm, form, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { pathOfPage } from '../access/page.ts';
import {
  listForOperator,
  longestSuspensionReason,
  type OperatedPage,
  decidePage,
  pageActs,
  suspendPage,
} from './operating.ts';

const operator = pagesFor('operator');
const here = '/operator/member-pages';

const show = async (app: App, viewer: Viewer, q = '', state: FormState = {}): Promise<View> =>
  operatorPagesView(await listForOperator(app, viewer, q), q, state);

const said = () =>
  ({
    verify: t('Verified'),
    decline: t('Declined'),
    unverify: t('Verification removed'),
    suspend: t('Suspended'),
    unsuspend: t('Page reinstated'),
  }) as const;

export const operatorSocialPages = [
  operator.get({
    path: here,
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
    handle: ({ app, viewer, query }) => show(app, viewer, query.q),
  }),
  operator.post({
    path: here,
    verb: suspendPage,
    body: Type.Object({
      id: Id,
      do: Type.Enum([...pageActs]),
      reason: Type.String({ maxLength: 10_000, default: '' }),
      part: Type.String({ maxLength: 20, default: '' }),
    }),
    handle: async ({ app, viewer, body: { id, do: act, reason } }) => {
      await decidePage(app, viewer, id, act, reason).catch((error: unknown) => {
        if (error instanceof Problem && error.field === 'answer') throw invalid('reason', error.text);
        throw error;
      });
      return redirect(here, { kind: 'success', text: said()[act] });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, '', refused(body, problem)),
  }),
];

/** Verification requests, suspended pages, and search by name. */
function operatorPagesView(
  { asking, suspended, found }: Awaited<ReturnType<typeof listForOperator>>,
  q: string,
  state: FormState,
): View {
  return operatorFrame(
    t('Member pages'),
    here,
    html`${card({
      title: t('Verification requests'),
      flush: asking.length > 0,
      body:
        asking.length > 0
          ? list(asking, 'asking', state)
          : html`<p class="quiet">${t('Verification requests of pages will appear here.')}</p>`,
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
  const own = state.values?.id === id && state.values.part === part ? state : {};
  const act = (options: { label: string; icon?: IconName; do: string }) =>
    buttonForm({ ...options, to: here, small: true, fields: { id, do: options.do } });
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
      ${note !== null && html`<blockquote class="quiet" dir="auto">${note}</blockquote>`}
    </div>
    <div class="page-acts button-row">
      ${
        isVerified
          ? act({ label: t('Remove verification'), do: 'unverify' })
          : act({ label: t('Verify'), icon: 'badge-check', do: 'verify' })
      }
      ${note !== null && withReason(page, part, own, { label: t('Decline'), do: 'decline', kind: 'quiet' })}
      ${
        suspendedAt
          ? act({ label: t('Reinstate'), do: 'unsuspend' })
          : withReason(page, part, own, { label: t('Suspend'), do: 'suspend', kind: 'danger' })
      }
    </div>
  </div>`;
}

/** What the team of a page is given a reason for. */
function withReason(
  { id, title }: OperatedPage['page'],
  part: string,
  state: FormState,
  act: { label: string; do: string; kind: ButtonKind },
): Html {
  const isTyped = state.values?.do === act.do;
  return unfold({
    label: act.label,
    isOpen: isTyped,
    body: form({
      action: here,
      submit: act.label,
      submitKind: act.kind,
      body: html`<input type="hidden" name="id" value="${id}" /><input
          type="hidden"
          name="part"
          value="${part}"
        />
        <input type="hidden" name="do" value="${act.do}" />
        ${textField({
          name: 'reason',
          id: `${act.do}-${part}-${id}`,
          label: t('Reason, shown to the team of {title}', { title }),
          value: isTyped ? state.values?.reason : '',
          error: isTyped ? (state.errors?.reason ?? state.errors?.answer) : undefined,
          maxlength: longestSuspensionReason,
          required: true,
        })}`,
    }),
  });
}
