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

/** What somebody subscribes to. */
export const subscriptionsView = (
  config: Currency,
  { items, next }: CursorPage<Membership>,
  isFirst: boolean,
): View =>
  settings(
    'Subscriptions',
    subscriptionsPath,
    html`${card({
      title: 'Subscriptions',
      actions: linkButton({ label: 'Payments', href: `${subscriptionsPath}/payments`, kind: 'quiet' }),
      flush: items.length > 0,
      body:
        items.length === 0
          ? emptyState({
              illustration: 'quiet',
              title: 'No subscriptions',
              text: 'Creators offer plans on their profiles and pages. What you subscribe to is listed here.',
            })
          : stack(
              items.map((member) => row(config, member)),
              'Subscriptions',
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
        ${pastDueAt && !endedAt && badge('Past due', 'warning')}
      </p>
      <p class="person-row-detail">${termsWords(config, member)}. ${stateWords(member)}.</p>
    </div>
    <div class="person-row-actions">${endedAt ? again(member) : acts(id, member)}</div>
  </div>`;
}

const again = ({ plan, seller }: Membership): Html =>
  linkButton({
    label: 'Subscribe again',
    href: `/plans/${seller.type}/${seller.id}`,
    small: true,
    data: { 'aria-label': `Subscribe again: ${plan.title}` },
  });

function acts(id: string, { canceledAt, pastDueAt, plan, seller }: Membership): Html {
  const to = `${subscriptionsPath}/${id}`;
  return html`${pastDueAt && buttonForm({ to: `${to}/renew`, label: 'Pay now', small: true, kind: 'primary' })}
  ${
    canceledAt
      ? buttonForm({ to: `${to}/resume`, label: 'Resume', small: true })
      : html`${!pastDueAt && linkButton({ label: 'Change plan', href: `/plans/${seller.type}/${seller.id}`, small: true })}
        ${buttonForm({
          to: `${to}/cancel`,
          label: 'Unsubscribe',
          small: true,
          confirm: `Cancel ${plan.title}? You have access until the end of the period.`,
        })}`
  }`;
}
