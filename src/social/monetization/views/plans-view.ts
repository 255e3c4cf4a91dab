import { settings } from '../../../identity/components/settings-frame.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { notice } from '../../../web/components/notice.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { short } from '../../text/short.ts';
import type { SellingPage } from '../list-managed-plans.ts';
import { plansPath, type Plan } from '../plan.ts';

interface PlansViewOptions {
  plans: readonly Plan[];
  pages: readonly SellingPage[];
  /** Whether the viewer may add and change plans. */
  mayOffer: boolean;
}

/** What somebody offers, for themselves and for their pages. */
export function plansView({ plans, pages, mayOffer }: PlansViewOptions): View {
  const own = plans.filter(({ seller }) => seller.type === 'profile');
  const ofPages = pages.map((page) => ({
    page,
    plans: plans.filter(({ seller }) => seller.type === 'page' && seller.id === page.id),
  }));
  return settings(
    'Monetization',
    plansPath,
    html`${tabs('Monetization', [
      { label: 'Plans', href: plansPath, current: true },
      { label: 'Sales', href: `${plansPath}/sales` },
    ])}
    ${!mayOffer && notAllowed} ${plans.length === 0 && nothing(mayOffer)}
    ${own.length > 0 && plansCard({ title: 'Your plans', plans: own, mayOffer, seller: '' })}
    ${ofPages.map(
      ({ page, plans }) =>
        plans.length > 0 && plansCard({ title: page.title, plans, mayOffer, seller: page.id }),
    )}`,
  );
}

const notAllowed = notice({
  title: 'You cannot offer plans here',
  body: html`<p>The operator of this site decides who may. Plans that you already have are shown below.</p>`,
});

const nothing = (mayOffer: boolean): Html =>
  card({
    body: emptyState({
      illustration: 'quiet',
      title: 'No plans yet',
      text: 'A plan has a title, a price and a period, and lists its benefits.',
      ...(mayOffer && {
        action: linkButton({
          label: 'Add a plan',
          href: `${plansPath}/new`,
          icon: 'plus',
          kind: 'primary',
        }),
      }),
    }),
  });

function plansCard(options: {
  title: string;
  plans: readonly Plan[];
  mayOffer: boolean;
  /** The id of the page; empty: the viewer. */
  seller: string;
}): Html {
  const { title, plans, mayOffer, seller } = options;
  const add = `${plansPath}/new${seller && `?node_id=${seller}`}`;
  return card({
    title,
    actions: mayOffer && linkButton({ label: 'Add a plan', href: add, icon: 'plus', kind: 'quiet' }),
    flush: true,
    body: table({
      caption: title,
      rows: plans,
      columns: [
        {
          label: 'Plan',
          main: true,
          cell: ({ id, title }) => (mayOffer ? html`<a href="${plansPath}/${id}">${title}</a>` : title),
        },
        { label: 'Price', cell: (plan) => priceOf(plan) },
        { label: 'Benefits', cell: ({ description }) => short(description, 120) || '–' },
        {
          label: 'Edit',
          hideLabel: true,
          align: 'end',
          cell: ({ id, title }) =>
            mayOffer &&
            linkButton({
              label: 'Edit',
              href: `${plansPath}/${id}`,
              small: true,
              data: { 'aria-label': `Edit ${title}` },
            }),
        },
      ],
    }),
  });
}

const priceOf = ({ price, periodNum, period }: Plan): string =>
  periodNum === 1 ? `${price} per ${period}` : `${price} every ${periodNum} ${period}s`;
