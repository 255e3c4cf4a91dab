import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { stack } from '../../../web/components/person-row.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { subscriptionsPath, type Membership } from '../membership.ts';
import { stateWords, termsWords } from './words.ts';

type Currency = Pick<Config, 'CURRENCY'>;

/** The viewer's subscriptions. */
export const subscriptionsView = (
  config: Currency,
  { items, next }: CursorPage<Membership>,
  isFirst: boolean,
): View =>
  settings(
    t('Subscriptions'),
    subscriptionsPath,
    html`${card({
      title: t('Subscriptions'),
      actions: linkButton({ label: t('Payments'), href: `${subscriptionsPath}/payments`, kind: 'quiet' }),
      flush: items.length > 0,
      body:
        items.length === 0
          ? emptyState({
              illustration: 'quiet',
              title: t('No subscriptions'),
              text: t(
                'Creators offer plans on their profiles and pages. Your subscriptions will appear here.',
              ),
              action: linkButton({ label: t('Find people'), href: '/people', icon: 'users' }),
            })
          : stack(
              items.map((member) => row(config, member)),
              t('Subscriptions'),
            ),
    })}
    ${olderNewer({ newer: !isFirst && subscriptionsPath, older: next !== undefined && `${subscriptionsPath}?before=${next}` })}`,
  );

function row(config: Currency, member: Membership): Html {
  const { id, plan, seller, pastDueAt, endedAt } = member;
  return html`<div class="person-row">
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${seller.href}">${seller.name}</a> ${badge(plan.title, endedAt ? 'neutral' : 'accent')}
        ${pastDueAt && !endedAt && badge(t('Past due'), 'warning')}
      </p>
      <p class="person-row-detail">${termsWords(config, member)}. ${stateWords(member)}.</p>
    </div>
    <div class="person-row-actions">${endedAt ? again(member) : acts(id, member)}</div>
  </div>`;
}

const again = ({ plan, seller }: Membership): Html =>
  linkButton({
    label: t('Subscribe again'),
    href: `/plans/${seller.type}/${seller.id}`,
    small: true,
    data: { 'aria-label': t('Subscribe again: {title}', { title: plan.title }) },
  });

function acts(id: string, { canceledAt, pastDueAt, plan, seller }: Membership): Html {
  const to = `${subscriptionsPath}/${id}`;
  return html`${pastDueAt && buttonForm({ to: `${to}/renew`, label: t('Pay now'), small: true, kind: 'primary' })}
  ${
    canceledAt
      ? buttonForm({ to: `${to}/resume`, label: t('Resume'), small: true })
      : html`${!pastDueAt && linkButton({ label: t('Change plan'), href: `/plans/${seller.type}/${seller.id}`, small: true })}
        ${buttonForm({
          to: `${to}/cancel`,
          label: t('Unsubscribe'),
          small: true,
          confirm: t('Cancel {title}? You have access until the end of the period.', { title: plan.title }),
        })}`
  }`;
}
