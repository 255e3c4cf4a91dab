import { settings } from '../../../identity/components/settings-frame.ts';
import { dateFormat, t } from '../../../web/translation/translate.ts';
import { msg } from '../../../kernel/problem.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, card, emptyState } from '../../../web/components/surfaces.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/people.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { periodWords } from '../../posts/paywall.ts';
import { formatMoney, toMoney } from '../../wallet/money.ts';
import { grace, type Membership, subscriptionsPath, type Terms } from '../membership.ts';

type Currency = Pick<Config, 'CURRENCY'>;

/** The viewer's subscriptions. */
export const membershipsView = (
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
              items.map((member) => subscriptionRow(config, member)),
              t('Subscriptions'),
            ),
    })}
    ${olderNewer({ newer: !isFirst && subscriptionsPath, older: next !== undefined && `${subscriptionsPath}?before=${next}` })}`,
  );

/** A subscription with what its subscriber can do. On the page of the plans, which is where to change it. */
export function subscriptionRow(config: Currency, member: Membership, isAtPlans = false): Html {
  const { id, plan, seller, pastDueAt, endedAt } = member;
  return html`<div class="person-row">
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${seller.href}">${seller.name}</a> ${badge(plan.title, endedAt ? 'neutral' : 'accent')}
        ${pastDueAt && !endedAt && badge(t('Past due'), 'warning')}
      </p>
      <p class="person-row-detail">${termsWords(config, member)}. ${stateWords(member)}.</p>
    </div>
    <div class="person-row-actions">${endedAt ? again(member) : acts(id, member, isAtPlans)}</div>
  </div>`;
}

const again = ({ plan, seller }: Membership): Html =>
  linkButton({
    label: t('Subscribe again'),
    href: `/plans/${seller.type}/${seller.id}`,
    small: true,
    data: { 'aria-label': t('Subscribe again: {title}', { title: plan.title }) },
  });

function acts(id: string, { canceledAt, pastDueAt, plan, seller }: Membership, isAtPlans: boolean): Html {
  const to = `${subscriptionsPath}/${id}`;
  return html`${pastDueAt && buttonForm({ to: `${to}/renew`, label: t('Pay now'), small: true, kind: 'primary' })}
  ${
    canceledAt
      ? buttonForm({ to: `${to}/resume`, label: t('Resume'), small: true })
      : html`${!pastDueAt && !isAtPlans && linkButton({ label: t('Change plan'), href: `/plans/${seller.type}/${seller.id}`, small: true })}
        ${buttonForm({
          to: `${to}/cancel`,
          label: t('Unsubscribe'),
          small: true,
          confirm: t('Cancel {title}? You have access until the end of the period.', { title: plan.title }),
        })}`
  }`;
}

const days = dateFormat({ dateStyle: 'long' });
export const dayOf = (at: Date): string => days.format(at);

/** A price with its period, such as `$4.50 a month`. */
export const termsWords = (config: Pick<Config, 'CURRENCY'>, terms: Terms): string =>
  `${formatMoney(config, toMoney(terms.price))} ${periodWords(terms)}`;

/** The state of a subscription as a sentence for the subscriber or the seller. */
export function stateWords(member: Membership, reader: 'subscriber' | 'seller' = 'subscriber'): string {
  const { endedAt, endedReason, canceledAt, pastDueAt, periodEnd, isTrial, nextPlan } = member;
  if (endedAt) return t(endings[endedReason || 'canceled'], { day: dayOf(endedAt) });
  if (pastDueAt) {
    const day = dayOf(new Date(pastDueAt.getTime() + grace));
    return reader === 'seller'
      ? t('Payment failed. Ends on {day} unless the subscriber pays', { day })
      : t('Payment failed. Ends on {dayOf} unless you top up', { dayOf: day });
  }
  if (canceledAt) return t('Canceled. You have access until {periodEnd}', { periodEnd: dayOf(periodEnd) });
  if (nextPlan)
    return t('Changes to {title} on {periodEnd}', { title: nextPlan.title, periodEnd: dayOf(periodEnd) });
  return isTrial
    ? t('Free trial until {periodEnd}', { periodEnd: dayOf(periodEnd) })
    : t('Renews on {periodEnd}', { periodEnd: dayOf(periodEnd) });
}

const endings = {
  canceled: msg('Ended on {day}'),
  unpaid: msg('Ended without payment on {day}'),
  refunded: msg('Refunded on {day}'),
  closed: msg('Ended on {day} because an account was deleted'),
  blocked: msg('Ended on {day}'),
} as const;
